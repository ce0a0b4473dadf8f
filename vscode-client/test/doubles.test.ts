import assert from 'node:assert/strict';
import { test } from 'vitest';
import { Finding, withoutDoubleKeys, withoutDoubles } from '../src/doubles';

const at = (line: number, from: number, to: number, severity: number) => ({
  range: { start: { line, character: from }, end: { line, character: to } },
  severity,
});
const ours = (code: string, place: ReturnType<typeof at>): Finding => ({ ...place, source: 'cape', code: { value: code } });

const rows: [name: string, ours: Finding, theirs: Finding, stays: boolean][] = [
  ['the name and the folder', ours('name-folder', at(1, 6, 18, 1)), at(1, 6, 18, 1), false],
  ['of another line', ours('name-folder', at(1, 6, 18, 1)), at(2, 6, 18, 1), true],
  ['of the same line, and of another weight', ours('name-folder', at(1, 6, 18, 1)), at(1, 6, 18, 0), true],
  ['a missing name, said at the top', ours('name-missing', at(3, 0, 3, 0)), at(0, 0, 3, 1), false],
  ['a missing name, and something else', ours('name-missing', at(3, 0, 3, 0)), at(3, 0, 3, 1), true],
  ['a key, which VS Code fades', ours('key-unknown', at(2, 0, 3, 3)), at(2, 0, 6, 3), false],
  ['a value that is neither true nor false', ours('value-unknown', at(3, 16, 21, 1)), at(3, 16, 21, 0), false],
  ['an unknown value of a key that VS Code does not know', ours('value-unknown', at(3, 9, 14, 1)), at(3, 0, 14, 3), true],
  ['a key that is misspelt: we know the right one', ours('key-misspelt', at(2, 0, 7, 2)), at(2, 0, 19, 3), true],
  ['bad YAML', ours('yaml-syntax', at(2, 5, 6, 0)), at(2, 9, 10, 0), false],
  ['bad YAML beside a hint', ours('yaml-syntax', at(2, 5, 6, 0)), at(2, 0, 10, 3), true],
  ['a link', ours('link-missing', at(7, 8, 18, 1)), at(7, 8, 18, 1), false],
  ['another link of the line', ours('link-missing', at(7, 30, 38, 1)), at(7, 8, 18, 1), true],
  ['what VS Code does not look for', ours('name-length', at(1, 6, 90, 0)), at(1, 6, 90, 0), true],
  ['the finding of another extension', ours('name-folder', at(1, 6, 18, 1)), { ...at(1, 6, 18, 1), source: 'markdownlint' }, true],
  ['a finding with a code is not VS Code\'s', ours('name-folder', at(1, 6, 18, 1)), { ...at(1, 6, 18, 1), code: 'x' }, true],
];

for (const [name, mine, theirs, stays] of rows) {
  test(name, () => assert.deepEqual(withoutDoubles([mine], [mine, theirs]), stays ? [mine] : []));
}

test('keys that VS Code proposes', () => assert.deepEqual(withoutDoubleKeys([{ label: 'license' }, { label: { label: 'name' } }, { label: 'tools' }]), [{ label: 'tools' }]));
