// Makes the packages that VS Code installs: one for each kind of machine, with the server inside, and
// "universal" without, for all others. They are put together in a folder of their own, so that what lies
// around here, as a server that somebody tries out, gets into none.
//
//   node package.mjs [--out FOLDER] [TARGET...]      all targets when none is named; FOLDER is vsix
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notices } from './build/notices.mjs';

const client = dirname(fileURLToPath(import.meta.url));

/** VS Code's word for each kind of machine, and Go's. The server is static: Alpine runs the same one. */
export const targets = {
  'linux-x64': ['linux', 'amd64'],
  'linux-arm64': ['linux', 'arm64'],
  'alpine-x64': ['linux', 'amd64'],
  'alpine-arm64': ['linux', 'arm64'],
  'darwin-x64': ['darwin', 'amd64'],
  'darwin-arm64': ['darwin', 'arm64'],
  'win32-x64': ['windows', 'amd64'],
  'win32-arm64': ['windows', 'arm64'],
};

const plain = ['.vscodeignore', 'CHANGELOG.md', 'LICENSE', 'README.md', 'icons', 'l10n', 'language-configuration.json', 'package.json', 'syntaxes', 'walkthrough'];

/** Puts what belongs into a package into `folder`, with the server for `target` unless that is "universal". */
export function stage(folder, target) {
  const texts = readdirSync(client).filter(name => /^package\.nls(\.[\w-]+)?\.json$/.test(name));
  for (const name of [...plain, ...texts]) cpSync(join(client, name), join(folder, name), { recursive: true });
  cpSync(join(client, '..', 'NOTICE'), join(folder, 'NOTICE'));
  mkdirSync(join(folder, 'dist'));
  cpSync(join(client, 'dist', 'extension.js'), join(folder, 'dist', 'extension.js'));
  const env = target === 'universal' ? undefined : environment(target);
  if (env) build(join(folder, 'bundled', env.GOOS === 'windows' ? 'cape-ls.exe' : 'cape-ls'), env);
  writeFileSync(join(folder, 'dist', 'licenses.txt'), notices(client, env));
}

function environment(target) {
  const [GOOS, GOARCH] = targets[target];
  return { ...process.env, CGO_ENABLED: '0', GOOS, GOARCH };
}

function build(file, env) {
  const { version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  const flags = ['-trimpath', '-ldflags', `-s -w -X main.Version=${version}`];
  execFileSync('go', ['build', ...flags, '-o', file, './cmd/cape-ls'], { cwd: join(client, '..'), env, stdio: 'inherit' });
}

function pack(target, out) {
  const folder = mkdtempSync(join(tmpdir(), 'cape-ls-'));
  try {
    stage(folder, target);
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = join(out, `${name}-${version}-${target}.vsix`);
    const vsce = join(client, 'node_modules', '@vscode', 'vsce', 'vsce');
    const aim = target === 'universal' ? [] : ['--target', target];
    execFileSync(process.execPath, [vsce, 'package', '--no-dependencies', ...aim, '--out', file], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    console.log(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function main(args) {
  const at = args.indexOf('--out');
  const out = resolve(at < 0 ? join(client, 'vsix') : args.splice(at, 2)[1]);
  const wanted = args.length > 0 ? args : [...Object.keys(targets), 'universal'];
  for (const target of wanted) {
    if (target !== 'universal' && !targets[target]) throw new Error(`there is no target ${target}; there are ${Object.keys(targets).join(', ')}, universal`);
  }
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  for (const script of ['typecheck', 'bundle']) execFileSync(npm, ['run', '--silent', script], { cwd: client, stdio: 'inherit', shell: process.platform === 'win32' });
  mkdirSync(out, { recursive: true });
  for (const target of wanted) pack(target, out);
}

if (process.argv[1] && existsSync(process.argv[1]) && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
