// The licences of what is not ours in a package: of the packages in the bundle and, where there is a server,
// of the Go modules and of Go in it. They ask that their texts go with every copy.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the texts. `environment` is that in which the server was built; without one there is no server.
 * The bundle must have been made before.
 */
export function notices(client, environment) {
  const parts = [...packages(client), ...(environment ? modules(join(client, '..'), environment) : [])];
  return parts.map(([name, folder]) => `${name}\n\n${licence(folder)}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}

function licence(folder) {
  const name = readdirSync(folder).find(file => /^licen[cs]e(\.(md|txt))?$/i.test(file));
  if (!name) throw new Error(`no licence in ${folder}`);
  return readFileSync(join(folder, name), 'utf8').trim();
}

function packages(client) {
  const { inputs } = JSON.parse(readFileSync(join(client, 'out', 'bundle.json'), 'utf8'));
  const names = Object.keys(inputs).flatMap(file => /(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort().map(name => [name, join(client, 'node_modules', name)]);
}

function modules(repository, env) {
  const go = (...args) => execFileSync('go', args, { cwd: repository, env, encoding: 'utf8' }).trim();
  const format = '{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}';
  const lines = go('list', '-deps', '-f', format, './cmd/cape-ls').split('\n').filter(Boolean);
  return [['Go', go('env', 'GOROOT')], ...[...new Set(lines)].sort().map(line => line.split('\t'))];
}
