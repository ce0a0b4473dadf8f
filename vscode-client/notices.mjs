// Writes dist/licenses.txt: the licences of the packages in the bundle and, when a server lies in bin/, of
// the Go modules and of Go in it. They ask that their texts go with every copy.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function licence(folder) {
  const name = readdirSync(folder).find(file => /^licen[cs]e(\.(md|txt))?$/i.test(file));
  if (!name) throw new Error(`no licence in ${folder}`);
  return readFileSync(join(folder, name), 'utf8').trim();
}

function packages() {
  const { inputs } = JSON.parse(readFileSync('out/bundle.json', 'utf8'));
  const names = Object.keys(inputs).flatMap(file => /(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort().map(name => [name, join('node_modules', name)]);
}

function modules() {
  if (!existsSync('bin')) return [];
  const go = (...args) => execFileSync('go', ['-C', '..', ...args], { encoding: 'utf8' }).trim();
  const format = '{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}';
  const lines = go('list', '-deps', '-f', format, './cmd/cape-ls').split('\n').filter(Boolean);
  return [['Go', go('env', 'GOROOT')], ...[...new Set(lines)].sort().map(line => line.split('\t'))];
}

const parts = [...packages(), ...modules()].map(([name, folder]) => `${name}\n\n${licence(folder)}\n`);
writeFileSync('dist/licenses.txt', parts.join(`\n${'-'.repeat(80)}\n\n`));
