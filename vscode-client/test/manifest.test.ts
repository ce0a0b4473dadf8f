// What package.json promises and the sources must keep.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
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

test('what a workspace must not choose while it is not trusted is a declared setting', () => {
  const declared = Object.keys(manifest.contributes.configuration.properties);
  for (const name of manifest.capabilities.untrustedWorkspaces.restrictedConfigurations) assert.ok(declared.includes(name), name);
});

test('waking up searches no folders: no pattern that walks the workspace', () => {
  for (const event of manifest.activationEvents) assert.ok(!event.includes('*'), event);
});

test('the lock names no registry host', () => {
  const lock = JSON.parse(read('package-lock.json'));
  const resolved = Object.values<{ resolved?: string }>(lock.packages).filter(p => p.resolved !== undefined);
  assert.deepEqual(resolved, []);
});
