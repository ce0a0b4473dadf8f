// What package.json promises and the sources must keep.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'vitest';

const read = (name: string) => readFileSync(name, 'utf8');
const manifest = JSON.parse(read('package.json'));
const sources = readdirSync('src').map(name => read(`src/${name}`)).join('\n');

test('every command of the palette is registered, and nothing else but the hidden one', () => {
  const offered = manifest.contributes.commands.map((c: { command: string }) => c.command).sort();
  const registered = [...sources.matchAll(/register\('(capeLs\.\w+)'/g)].map(m => m[1]).sort();
  assert.deepEqual(registered, offered);
});

test('every setting that the client reads is declared', () => {
  const declared = Object.keys(manifest.contributes.configuration.properties);
  const used = [...sources.matchAll(/getConfiguration\('cape'[^)]*\)\.get<\w+>\('([\w.]+)'/g)].map(m => `cape.${m[1]}`);
  assert.ok(used.length >= 2);
  for (const name of used) assert.ok(declared.includes(name), name);
});

test('what a workspace must not choose while it is not trusted is a setting, here or of the server', () => {
  const declared = [...Object.keys(manifest.contributes.configuration.properties), 'cape.trust'];
  for (const name of manifest.capabilities.untrustedWorkspaces.restrictedConfigurations) assert.ok(declared.includes(name), name);
});

/** Every text in a tree of values, with its key. */
function* texts(value: unknown, key = ''): Generator<[key: string, text: string]> {
  if (typeof value === 'string') yield [key, value];
  else if (Array.isArray(value)) for (const one of value) yield* texts(one, key);
  else if (value !== null && typeof value === 'object') for (const [name, one] of Object.entries(value)) yield* texts(one, name);
}

test('every text for people can be translated, and none is left over', () => {
  const named = new Set([...texts(manifest)].flatMap(([, text]) => (/^%.+%$/.test(text) ? [text.slice(1, -1)] : [])));
  assert.deepEqual([...named].sort(), Object.keys(JSON.parse(read('package.nls.json'))).sort());
  const forPeople = ['title', 'description', 'markdownDescription', 'markdownEnumDescriptions', 'contents', 'aliases', 'altText', 'contextualTitle', 'shortTitle'];
  for (const [key, text] of texts(manifest.contributes)) {
    if (forPeople.includes(key) && text !== 'CAPE') assert.match(text, /^%.+%$/, `${key}: ${text}`);
  }
});

test('every file that is named is there', () => {
  const files = [...texts(manifest)].filter(([key, text]) => key !== 'main' && /^(\.\/)?(icons|syntaxes|walkthrough)\/|^\.\//.test(text));
  assert.ok(files.length > 5);
  for (const [, text] of files) assert.ok(existsSync(text.replace(/#.*/, '')), text);
});

test('every command of a menu is one of the palette, or one of VS Code', () => {
  const commands: string[] = manifest.contributes.commands.map((c: { command: string }) => c.command);
  const used = [...texts(manifest.contributes.menus)].filter(([key]) => key === 'command' || key === 'alt').map(([, text]) => text);
  for (const name of used) assert.ok(commands.includes(name) || !name.startsWith('capeLs.'), name);
});

test('waking up searches no folders: no pattern that walks the workspace', () => {
  for (const event of manifest.activationEvents) assert.ok(!event.includes('*'), event);
});

test('the lock names no registry host', () => {
  const lock = JSON.parse(read('package-lock.json'));
  const resolved = Object.values<{ resolved?: string }>(lock.packages).filter(p => p.resolved !== undefined);
  assert.deepEqual(resolved, []);
});
