// What is bundled, and what is left out of it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import * as esbuild from 'esbuild';
import { test } from 'vitest';
import { options, unused } from '../build/bundle.mjs';

test('the bundle has at most 400 kB', async () => {
  const { outputFiles } = await esbuild.build({ ...options, write: false, sourcemap: false });
  const [{ contents }] = outputFiles;
  assert.ok(contents.byteLength <= 400_000, `${contents.byteLength} bytes`);
  // What is imported of VS Code is there; nothing else may be missing at run time.
  const required = [...new Set([...new TextDecoder().decode(contents).matchAll(/\brequire\("([^"]+)"\)/g)].map(m => m[1]))];
  const { builtinModules } = await import('node:module');
  assert.deepEqual(required.filter(name => name !== 'vscode' && !builtinModules.includes(name.replace(/^node:/, ''))), []);
});

test('the server offers nothing that the bundle leaves out', () => {
  const files = readdirSync('../lsp').filter(name => name.endsWith('.go') && !name.endsWith('_test.go'));
  const server = files.map(name => readFileSync(`../lsp/${name}`, 'utf8')).join('\n');
  assert.match(server, /HoverProvider:/);
  for (const word of Object.values(unused)) assert.doesNotMatch(server, new RegExp(`\\b${word}\\s*[:=]`));
});
