// What the sources say to people goes through the table of translations.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import { test } from 'vitest';

/** Two words beside one another: no name, no key, no path. */
const prose = /\p{L}{2,} \p{L}{2,}/u;

/** Calls whose texts are translated. */
const translates = /(^|\.)(t|say)$/;

/** Texts for others: the log, programmers, the agent whose edit is refused. */
const forOthers = /(^|\.)output\.(debug|info|warn|error)$|^(this|wait)\.end$|(^|\.)Error$/;

function* told(node: ts.Node, file: ts.SourceFile): Generator<string> {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const called = node.expression.getText(file);
    if (translates.test(called) || forOthers.test(called)) return;
  }
  if (ts.isPropertyAssignment(node) && ['refused', 'failureReason'].includes(node.name.getText(file))) return;
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
  if (isText && prose.test(node.text)) yield node.text;
  for (const child of node.getChildren(file)) yield* told(child, file);
}

/** The texts for people in a source that nobody could translate. */
function untranslated(name: string, text: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  return [...told(file, file)];
}

/** Not for people, or names of things. */
const known = ['the connection to the server is closed', 'the text has changed meanwhile', 'revert edit ', 'CAPE Trace'];

test('every sentence of the sources can be translated', () => {
  const found = readdirSync('src').flatMap(name => untranslated(name, readFileSync(`src/${name}`, 'utf8')));
  assert.deepEqual(found.sort(), known.sort());
});

test('a sentence that cannot be is found', () => {
  const text = "tell.error('it did not work'); t('nor did that'); const title = `Run ${name} once more`; output.info('a note only');";
  assert.deepEqual(untranslated('x.ts', text), ['it did not work', ' once more']);
});
