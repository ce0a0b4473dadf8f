import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readEditResult } from '../src/editResult';

const diff = '--- a/pyFun.json\n+++ b/pyFun.json\n@@ -1 +1 @@\n-{"a": 1}\n+{"a": "it\'s \\"é\\" \u{1f600}"}\n';
const result = { success: true, file: 'pyFun.json', diff, truncated: false };

test('JSON', () => assert.deepEqual(readEditResult(JSON.stringify(result)), result));

test('JSON between fences', () => assert.deepEqual(readEditResult('```json\n' + JSON.stringify(result, null, 2) + '\n```\n'), result));

test('the dictionary that Python prints', () => {
  const printed =
    "{'success': True, 'file': 'pyFun.json', 'truncated': False, 'diff': '--- a/pyFun.json\\n+++ b/pyFun.json\\n@@ -1 +1 @@\\n" +
    "-{\"a\": 1}\\n+{\"a\": \"it\\'s \\\\\"\\xe9\\\\\" \\U0001f600\"}\\n', 'saved': None}";
  assert.deepEqual(readEditResult(printed), { ...result, saved: null });
});

test('only a diff', () => assert.deepEqual(readEditResult('Here it is:\n' + diff), result));

test('a refusal stays one', () => assert.deepEqual(readEditResult("{'success': False, 'error': \"No such file: 'a'\"}"), { success: false, error: "No such file: 'a'" }));

for (const text of ['', 'hello', '[]', '{"file": "a"}', "{'success': open('x')}", "{'success': True", '--- a/x\n+++ b/x\n']) {
  test(`no result: ${JSON.stringify(text)}`, () => assert.equal(readEditResult(text), undefined));
}
