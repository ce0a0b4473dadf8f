// What a package holds, and what the people who translate are given.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from '@vscode/vsce';
import { afterAll, beforeAll, test } from 'vitest';
import { bundle, file } from '../build/l10n.mjs';
import { stage, targets } from '../package.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cape-ls-'));
  stage(folder, 'universal');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const packed = async () => (await listFiles({ cwd: folder, packageManager: 0 /* none */ })).sort();

const always = [
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'README.md',
  'dist/extension.js',
  'dist/licenses.txt',
  'icons/activity.svg',
  'icons/extension.png',
  'icons/json-dark.svg',
  'icons/json-light.svg',
  'l10n/bundle.l10n.json',
  'language-configuration.json',
  'package.json',
  'package.nls.json',
  'syntaxes/cape-json.tmLanguage.json',
  'syntaxes/skill-front-matter.tmLanguage.json',
  'walkthrough/allow.svg',
  'walkthrough/edit.svg',
  'walkthrough/problems.svg',
  'walkthrough/skill.svg',
];

test('a package without a server holds what is used and nothing else', async () => assert.deepEqual(await packed(), always));

test('nothing slips in, and a server does', async () => {
  for (const name of ['src/extension.ts', 'node_modules/x/index.js', 'bundled/notes.txt', 'bundled/cape-ls', 'dist/extension.js.map', '.env', 'out/bundle.json', 'vsix/old.vsix']) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  assert.deepEqual(await packed(), [...always, 'bundled/cape-ls'].sort());
});

test('the licences of what is bundled go with it, and of nothing else', () => {
  const names = readFileSync(join(folder, 'dist', 'licenses.txt'), 'utf8').split(/\n-{80}\n\n/).map(part => part.split('\n', 1)[0]);
  assert.deepEqual(names, ['vscode-jsonrpc', 'vscode-languageclient', 'vscode-languageserver-protocol', 'vscode-languageserver-textdocument', 'vscode-languageserver-types']);
});

test('there is a package for each kind of machine that VS Code runs on', () => {
  const wanted = ['linux', 'alpine', 'darwin', 'win32'].flatMap(system => [`${system}-x64`, `${system}-arm64`]);
  assert.deepEqual(Object.keys(targets), wanted);
});

test('the texts for those who translate are all that the sources say', () => {
  assert.equal(readFileSync(file, 'utf8'), bundle(), 'run: npm run l10n');
  const sources = readdirSync('src').map(name => readFileSync(`src/${name}`, 'utf8')).join('\n');
  const calls = [...sources.matchAll(/\bl10n\.t\(\s*(.)/g)].filter(m => !['\'', '"', '`'].includes(m[1]));
  assert.deepEqual(calls, []);
});
