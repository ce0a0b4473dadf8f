// The colours of the languages, as VS Code's own TextMate engine sees them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { IGrammar, INITIAL, IRawGrammar, parseRawGrammar, Registry } from 'vscode-textmate';

/** Stand-ins for the grammars of VS Code: enough to see who colours what. */
const standIns: Record<string, object> = {
  'source.yaml': {
    patterns: [
      { name: 'string.quoted.double.yaml', begin: '"', end: '"', captures: { 0: { name: 'punctuation' } } },
      { name: 'string.unquoted.block.yaml', begin: '\\|$', while: '^(?: |$)' },
      { name: 'entity.name.tag.yaml', match: '^[\\w-]+(?=:)' },
      { name: 'comment.line.yaml', match: '#.*' },
    ],
  },
  'text.html.markdown': {
    patterns: [
      { name: 'heading.markdown', match: '^#.*' },
      { name: 'meta.separator.markdown', match: '^---$' },
      { name: 'fenced_code.markdown', begin: '^```', end: '^```' },
    ],
  },
  'text.html.markdown.prompt': { patterns: [{ include: 'text.html.markdown' }] },
};

const own: Record<string, string> = {
  'source.json.cape': 'syntaxes/cape-json.tmLanguage.json',
  'cape.skill-front-matter.injection': 'syntaxes/skill-front-matter.tmLanguage.json',
};

const wasm = readFileSync('node_modules/vscode-oniguruma/release/onig.wasm');
const engine = loadWASM(new Uint8Array(wasm).buffer).then(() => ({ createOnigScanner, createOnigString }));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

const registry = new Registry({
  onigLib: engine,
  loadGrammar: scope => {
    const file = own[scope];
    const text = file ? readFileSync(file, 'utf8') : JSON.stringify({ scopeName: scope, ...standIns[scope] });
    return Promise.resolve(file || standIns[scope] ? (parseRawGrammar(text, `${scope}.json`) as IRawGrammar) : null);
  },
  getInjections: scope =>
    manifest.contributes.grammars.filter((g: { injectTo?: string[] }) => g.injectTo?.includes(scope)).map((g: { scopeName: string }) => g.scopeName),
});

async function grammar(scope: string): Promise<IGrammar> {
  const found = await registry.loadGrammar(scope);
  assert.ok(found);
  return found;
}

/** The text of each token that has `scope`; quotes, brackets and the like only when they are asked for. */
function texts(language: IGrammar, text: string, scope: string): string[] {
  const found: string[] = [];
  let state = INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = language.tokenizeLine(line, state);
    for (const token of tokens) {
      const has = (name: string) => token.scopes.some(s => s === name || s.startsWith(`${name}.`));
      if (has(scope) && (scope.startsWith('punctuation') || !has('punctuation'))) found.push(line.slice(token.startIndex, token.endIndex));
    }
    state = ruleStack;
  }
  return found;
}

const json: [name: string, text: string, scope: string, want: string[]][] = [
  ['a comment on a line of its own', '// it is\n{}', 'comment.line', [' it is']],
  ['a comment after a value', '{"a": 1 // it is\n}', 'comment.line', [' it is']],
  ['no comment in a string', '{"a": "http://x"}', 'comment', []],
  ['keys', '{"a": {"b": ["c", 1]}, "d": null}', 'support.type.property-name', ['a', 'b', 'd']],
  ['numbers', '[1, -2.5e+3, 0]', 'constant.numeric', ['1', '-2.5e+3', '0']],
  ['words', '[true, false, null, True]', 'constant.language', ['true', 'false', 'null']],
  ['an escape', '["a\\n\\q"]', 'constant.character.escape', ['\\n']],
  ['an escape that is none', '["a\\n\\q"]', 'invalid.illegal.escape', ['\\q']],
  ['a string that is not closed ends with the line', '{"a": "b\n, "c": 1}', 'constant.numeric', ['1']],
  ['an include as a value', '{"a": JSONFile("b.json")}', 'keyword.control.include', ['JSONFile']],
  ['an include as a member', '{"a": 1,\n JSONFile( "b.json" )\n}', 'string.quoted.double.file', ['b.json']],
  ['no include in a comment', '// JSONFile("a")', 'keyword.control.include', []],
  ['no include in a string', '["JSONFile(x)"]', 'keyword.control.include', []],
  ['an include as a key', '{"&include": "b.json", "c": 1}', 'keyword.control.include', ['&include']],
  ['the file of an include as a key', '{"&include": "b.json", "c": 1}', 'string.quoted.double.file', ['b.json']],
  ['an expression', '{"RefArea": {"@expr": "$mach*2.5 + 1"}}', 'keyword.operator.expression', ['@expr']],
  ['names in an expression', '{"a": {"@expr": "$mach*$alpha"}}', 'variable.other.run-matrix', ['mach', 'alpha']],
  ['a name ends before a digit, as for CAPE', '{"a": {"@expr": "$q1"}}', 'variable.other.run-matrix', ['q']],
  ['no names in other strings', '{"a": "$HOME"}', 'variable', []],
  ['conditions', '{"a": {"@cons": {"$mach > 1": 2, "True": "$x"}}}', 'variable.other.run-matrix', ['mach']],
  ['what follows the conditions', '{"a": {"@cons": {"True": 2}}, "b": 1}', 'support.type.property-name', ['a', 'b']],
  ['a table', '{"a": {"@map": {"x": 1}, "key": "config"}}', 'keyword.operator.expression', ['@map']],
  ['a raw value', '{"a": {"@raw": {"@expr": 1}}}', 'keyword.operator.expression', ['@raw', '@expr']],
  ['@expr as a value is a string', '["@expr"]', 'keyword.operator.expression', []],
  ['a fragment without braces', '"a": 1,\n"b": ["c"]', 'support.type.property-name', ['a', 'b']],
  ['stray text', '{a: 1}', 'invalid.illegal', ['a']],
  ['nothing is wrong with a whole file', readFileSync('../examples/wing/pyFun.json', 'utf8'), 'invalid', []],
];

for (const [name, text, scope, want] of json) {
  test(`CAPE JSON: ${name}`, async () => assert.deepEqual(texts(await grammar('source.json.cape'), text, scope), want));
}

const skill = '---\nname: run-case\ndescription: "one\n  two" # why\nmine: |\n text\n---\n# Heading\n\n---\nname: no\n';

for (const scope of ['text.html.markdown', 'text.html.markdown.prompt']) {
  const rows: [name: string, text: string, scope: string, want: string[]][] = [
    ['keys that agents read', skill, 'meta.skill-key', ['name', 'description']],
    ['keys are YAML keys', skill, 'entity.name.tag.yaml', ['name', 'description', 'mine']],
    ['YAML in many lines', skill, 'string.quoted.double.yaml', ['one', '  two']],
    ['the front matter is an embedded block', skill, 'meta.embedded.block.frontmatter', [
      'name', ': run-case', 'description', ': ', 'one', '  two', ' ', '# why', 'mine', ': ', '|', ' ', 'text',
    ]],
    ['its end', skill, 'punctuation.definition.end.frontmatter', ['---']],
    ['Markdown after it', skill, 'heading.markdown', ['# Heading']],
    ['a line of dashes further down', skill, 'meta.separator.markdown', ['---']],
    ['a string that is not closed does not run over the end', '---\nname: "x\n---\n# H', 'heading.markdown', ['# H']],
    ['no front matter', '# H\n---\nname: x\n---\n', 'meta.skill-key', []],
    ['CRLF', '---\r\nname: x\r\n---\r\n# H\r', 'meta.skill-key', ['name']],
  ];
  for (const [name, text, wanted, want] of rows) {
    test(`${scope}: ${name}`, async () => assert.deepEqual(texts(await grammar(scope), text, wanted), want));
  }
}

const { increaseIndentPattern, decreaseIndentPattern } = JSON.parse(readFileSync('language-configuration.json', 'utf8')).indentationRules;
const indents: [line: string, more: boolean, less: boolean][] = [
  ['{', true, false],
  ['  "a": {', true, false],
  ['  "a": [', true, false],
  ['  "a": { // why', true, false],
  ['  "a": "{"', false, false],
  ['  "a": "\\"{", "b": {', true, false],
  ['  "a": {}', false, false],
  ['  // {', false, false],
  ['  },', false, true],
  ['  ]}', false, true],
  ['  "a": 1 }', false, false],
];
for (const [line, more, less] of indents) {
  test(`indentation of ${line.trim()}`, () => {
    assert.equal(new RegExp(increaseIndentPattern).test(line), more);
    assert.equal(new RegExp(decreaseIndentPattern).test(line), less);
  });
}
