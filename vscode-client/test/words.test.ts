import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isSkillName, splitWords } from '../src/words';

const rows: [line: string, want: string[] | undefined][] = [
  ['', []],
  ['  0.82  0\t4 ', ['0.82', '0', '4']],
  [`--label "two words" 'it"s' ''`, ['--label', 'two words', 'it"s', '']],
  ['a\\ b "c\\"d" \'e\\f\'', ['a b', 'c"d', 'e\\f']],
  ['x"y z"w', ['xy zw']],
  ['trailing\\', ['trailing\\']],
  ['"open', undefined],
];

for (const [line, want] of rows) test(JSON.stringify(line), () => assert.deepEqual(splitWords(line), want));

for (const name of ['a', 'run-case', '2026', 'a'.repeat(64)]) test(`name ${name}`, () => assert.ok(isSkillName(name)));
for (const name of ['', '-a', 'a-', 'a--b', 'Run', 'é', 'a b', 'a'.repeat(65)]) test(`no name: ${name}`, () => assert.ok(!isSkillName(name)));
