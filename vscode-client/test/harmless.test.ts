import assert from 'node:assert/strict';
import { test } from 'vitest';
import { TerminalText, unlinked } from '../src/harmless';

test('a message holds no link', () => {
  assert.equal(unlinked('there is no skill [x](command:workbench.action.quit)'), 'there is no skill [x] (command:workbench.action.quit)');
  assert.equal(unlinked('list[0] (the first)'), 'list[0] (the first)');
});

const cases: [name: string, given: string, shown: string][] = [
  ['plain text', 'a\r\nb\tc é 漢 😀', 'a\r\nb\tc é 漢 😀'],
  ['colours', '\x1b[1;31mred\x1b[0m \x1b[38:5:1mx\x1b[m', '\x1b[1;31mred\x1b[0m \x1b[38:5:1mx\x1b[m'],
  ['a progress bar', '\r 50 %\x1b[K\x1b[A\x1b[2J', '\r 50 %\x1b[K\x1b[A\x1b[2J'],
  ['the title of the window', 'a\x1b]0;title\x07b', 'ab'],
  ['the clipboard', 'a\x1b]52;c;cm0gLXJm\x1b\\b', 'ab'],
  ['a link keeps its text', '\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\', 'text'],
  ['a question to the terminal', 'a\x1b[6nb\x1b[cc\x1b[>0qd', 'abcd'],
  ['modes of the screen', '\x1b[?1049h\x1b[?2004hx', 'x'],
  ['strings for devices', '\x1bPq#0\x1b\\a\x1b_x\x1b\\b', 'ab'],
  ['a reset', '\x1bca', 'a'],
  ['controls of one character', '\x9b6n\x9d0;t\x07\x05', '6n0;t\x07'],
  ['a string without an end stops at the line', '\x1b]0;title\nnext', '\nnext'],
  ['a string that another sequence breaks off', '\x1b]0;title\x1b[31mred', '\x1b[31mred'],
];

for (const [name, given, shown] of cases) {
  test(`terminal: ${name}, in every two pieces`, () => {
    for (let cut = 0; cut <= given.length; cut++) {
      const terminal = new TerminalText();
      assert.equal(terminal.next(given.slice(0, cut)) + terminal.next(given.slice(cut)), shown, `cut at ${cut}`);
    }
  });
}

test('terminal: what never ends is not kept', () => {
  const terminal = new TerminalText();
  let shown = terminal.next('\x1b]52;c;');
  for (let i = 0; i < 100; i++) shown += terminal.next('A'.repeat(1000));
  assert.equal(shown + terminal.next('\x07done'), 'done');
});
