// Bundles the client into dist/extension.js; "--watch" does it again after each change.
//
// Three things are done to the LSP library, for size alone: its files share the helpers that TypeScript
// writes into each of them; language features that the server does not have are left out; and it does not
// look for the version of VS Code, since "engines" in package.json has been looked at before.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

/**
 * Modules of vscode-languageclient for what the server does not offer, by the word for it in the server's
 * capabilities; a test holds this against the server.
 */
export const unused = {
  notebook: 'NotebookDocumentSync',
  callHierarchy: 'CallHierarchyProvider',
  typeHierarchy: 'TypeHierarchyProvider',
  inlineCompletion: 'InlineCompletionProvider',
  inlineValue: 'InlineValueProvider',
  linkedEditingRange: 'LinkedEditingRangeProvider',
  declaration: 'DeclarationProvider',
  implementation: 'ImplementationProvider',
  typeDefinition: 'TypeDefinitionProvider',
  textDocumentContent: 'TextDocumentContent',
  fileOperations: 'FileOperations',
};

/**
 * And for what is not wanted: findings that are asked for. The server tells them by itself to a client that
 * does not ask, those of closed files too, and they can be looked through on their way (src/findings.ts).
 */
const unwanted = ['diagnostic'];

/** Every class of such a module: a feature that is there and does nothing. */
const nothing = `
class Nothing {
  getState() { return { kind: 'static' }; }
  fillClientCapabilities() {}
  initialize() {}
  clear() {}
}
module.exports = new Proxy({}, { get: () => Nothing });`;

const anyVersion = 'module.exports = () => ({ prerelease: [] });';

// A helper's definition: from its "var" to the line that ends it.
const helper = /^var (__createBinding|__setModuleDefault|__importStar|__exportStar) = [\s\S]*?\n(?=var |Object\.defineProperty|\S*exports)/gm;

const slim = {
  name: 'slim',
  setup(build) {
    const helpers = fileURLToPath(new URL('helpers.cjs', import.meta.url));
    build.onLoad({ filter: new RegExp(`vscode-languageclient/lib/common/(${[...Object.keys(unused), ...unwanted].join('|')})\\.js$`) }, () => ({ contents: nothing }));
    build.onResolve({ filter: /^semver\/functions\/(parse|satisfies)$/ }, () => ({ path: 'any-version', namespace: 'own' }));
    build.onLoad({ filter: /./, namespace: 'own' }, () => ({ contents: anyVersion }));
    build.onLoad({ filter: /vscode-(languageclient|languageserver-protocol|jsonrpc)\/lib\/.*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const names = [];
      const rest = text.replace(helper, (_, name) => (names.push(name), ''));
      return names.length === 0 ? undefined : { contents: `'use strict';\nvar { ${names.join(', ')} } = require(${JSON.stringify(helpers)});\n${rest}` };
    });
  },
};

export const options = {
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  bundle: true,
  external: ['vscode'],
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minify: true,
  metafile: true,
  logLevel: 'warning',
  plugins: [slim],
};

async function main() {
  if (process.argv.includes('--watch')) {
    await (await esbuild.context(options)).watch();
    return;
  }
  const { metafile } = await esbuild.build(options);
  mkdirSync('out', { recursive: true });
  writeFileSync('out/bundle.json', JSON.stringify(metafile)); // notices.mjs reads it
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
