// Writes l10n/bundle.l10n.json: every text of the sources that people read, for those who translate them. They
// put theirs beside it, as l10n/bundle.l10n.fr.json. "--check" only looks whether the file is up to date.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const client = join(dirname(fileURLToPath(import.meta.url)), '..');
export const file = join(client, 'l10n', 'bundle.l10n.json');

// The calls: vscode.l10n.t, its short name, and what is handed to parts without VS Code in its place.
const call = /\b(?:l10n\.t|t|say)\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`)/g;

/** The file as it must be. */
export function bundle() {
  const names = readdirSync(join(client, 'src')).filter(name => name.endsWith('.ts'));
  const found = new Set(names.flatMap(name => [...readFileSync(join(client, 'src', name), 'utf8').matchAll(call)].map(m => text(m[1]))));
  return `${JSON.stringify(Object.fromEntries([...found].sort().map(message => [message, message])), null, 2)}\n`;
}

const escapes = { n: '\n', t: '\t' };

/** What a literal of the sources stands for. */
function text(literal) {
  return literal.slice(1, -1).replace(/\\u([0-9a-fA-F]{4})|\\(.)/g, (_, code, one) => (code ? String.fromCharCode(parseInt(code, 16)) : (escapes[one] ?? one)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bundle());
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== bundle()) {
    console.error('l10n/bundle.l10n.json is out of date: npm run l10n');
    process.exitCode = 1;
  }
}
