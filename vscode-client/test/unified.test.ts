import { describe, expect, it } from 'vitest';
import { sidesOf, sidesOfMany } from '../src/unified';

const head = '--- a/x\n+++ b/x\n';

describe('the sides of a diff', () => {
  const cases: [name: string, diff: string, now: string | undefined, before: string, after: string, whole: boolean][] = [
    ['a line replaced', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n', 'a\nB\nc\nd\n', 'a\nb\nc\nd\n', 'a\nB\nc\nd\n', true],
    ['two places', '@@ -1 +1,2 @@\n a\n+b\n@@ -9 +10 @@\n-x\n+y\n', 'a\nb\n2\n3\n4\n5\n6\n7\n8\ny\n', 'a\n2\n3\n4\n5\n6\n7\n8\nx\n', 'a\nb\n2\n3\n4\n5\n6\n7\n8\ny\n', true],
    ['everything deleted', '@@ -1,2 +0,0 @@\n-a\n-b\n', '', 'a\nb\n', '', true],
    ['lines deleted in the middle', '@@ -2,2 +1,0 @@\n-b\n-c\n', 'a\nd\n', 'a\nb\nc\nd\n', 'a\nd\n', true],
    ['CRLF in the file', '@@ -1 +1 @@\n-a\n+b\n', 'b\r\nc\r\n', 'a\r\nc\r\n', 'b\r\nc\r\n', true],
    ['a line that looks like a header', '@@ -1 +1 @@\n--- a\n+++ b\n', '++ b\n', '-- a\n', '++ b\n', true],
    ['an empty context line without its blank', '@@ -1,2 +1,2 @@\n\n-a\n+b\n', '\nb\n', '\na\n', '\nb\n', true],
    ['a file that has gone on', '@@ -1,2 +1,2 @@\n a\n-b\n+B\n', 'a\nZ\n', 'a\nb\n', 'a\nB\n', false],
    ['a file that is not there', '@@ -1 +1 @@\n-b\n+B\n', undefined, 'b\n', 'B\n', false],
    ['two places, around', '@@ -1 +1 @@\n-b\n+B\n@@ -7 +7 @@\n-c\n+C\n', undefined, 'b\n\u22ef\nc\n', 'B\n\u22ef\nC\n', false],
  ];
  it.each(cases)('%s', (_, diff, now, before, after, whole) => expect(sidesOf(head + diff, now)).toEqual({ before, after, whole }));

  it.each(['', head, head + '@@ -1,9 +1,9 @@\n a\n... [12 lines omitted] ...\n', head + '@@ -1,2 +1,2 @@\n a\n'])('nothing in %j', diff => expect(sidesOf(diff, 'a\n')).toBeUndefined());
});

describe('several edits of a file', () => {
  const newest = head + '@@ -1,2 +1,2 @@\n-B\n+BB\n c\n';
  const oldest = head + '@@ -1,2 +1,2 @@\n-b\n+B\n c\n';
  it('are taken back, the newest first', () => expect(sidesOfMany([newest, oldest], 'BB\nc\n')).toEqual({ before: 'b\nc\n', after: 'BB\nc\n', whole: true }));
  it('are not where one of them cannot be', () => expect(sidesOfMany([oldest, newest], 'BB\nc\n')).toBeUndefined());
  it('are none without a diff', () => expect(sidesOfMany([], 'a')).toBeUndefined());
});
