// What is taken from the editor and what is told to it: the chosen Python, the trace, the findings.
import assert from 'node:assert/strict';
import type { Diagnostic, Uri } from 'vscode';
import { beforeEach, test } from 'vitest';
import { Findings } from '../src/findings';
import { ChosenPython } from '../src/python';
import { Trace } from '../src/trace';
import { EventEmitter, stub } from './vscode';

beforeEach(() => Object.assign(stub, { trusted: true, settings: {}, extensions: {}, documents: [], diagnostics: [], written: [] }));

function pythonExtension(path: string, file: string | undefined, isActive = true) {
  const changed = new EventEmitter<void>();
  stub.extensions['ms-python.python'] = {
    isActive,
    exports: {
      environments: {
        getActiveEnvironmentPath: () => ({ path }),
        resolveEnvironment: () => Promise.resolve(file === undefined ? undefined : { executable: { uri: { fsPath: file } } }),
        onDidChangeActiveEnvironmentPath: changed.event,
      },
    },
  };
  return changed;
}

test('the Python that was chosen in the Python extension, and each other one that is', async () => {
  let changes = 0;
  const python = new ChosenPython(() => changes++);
  const changed = pythonExtension('/venv', '/venv/bin/python');
  assert.equal(await python.file(), '/venv/bin/python');
  await python.file();
  changed.fire();
  assert.equal(changes, 1);
  python.dispose();
  changed.fire();
  assert.equal(changes, 1);
});

test('an environment that the extension does not know more about', async () => {
  pythonExtension('/usr/bin/python3', undefined);
  assert.equal(await new ChosenPython(() => undefined).file(), '/usr/bin/python3');
});

test('the setting, where the extension has chosen none', async () => {
  pythonExtension('python', undefined);
  stub.settings['python.defaultInterpreterPath'] = '${workspaceFolder}/.venv/bin/python';
  assert.equal(await new ChosenPython(() => undefined).file(), '/work/wing/.venv/bin/python');
});

test('the setting, where the extension does not run, which is not started for this', async () => {
  pythonExtension('/venv', '/venv/bin/python', false);
  stub.settings['python.defaultInterpreterPath'] = '/opt/python';
  assert.equal(await new ChosenPython(() => undefined).file(), '/opt/python');
});

test('no Python in a workspace that is not trusted', async () => {
  pythonExtension('/venv', '/venv/bin/python');
  stub.trusted = false;
  assert.equal(await new ChosenPython(() => undefined).file(), undefined);
});

test('the trace is on exactly while the setting is', () => {
  const trace = new Trace();
  const levels: number[] = [];
  trace.onDidChangeLogLevel(level => levels.push(level));
  assert.equal(trace.logLevel, 0);
  stub.set('cape.trace.server', 'verbose');
  trace.trace('hello');
  stub.set('cape.root', '/x');
  stub.set('cape.trace.server', 'off');
  assert.deepEqual([levels, trace.logLevel], [[1, 0], 0]);
  assert.match(stub.written.join('\n'), /^\[\d{4}-.*Z\] hello$/);
  trace.dispose();
});

const uri = { path: '/work/wing/.agents/skills/a/SKILL.md', toString: () => 'file:///a' } as unknown as Uri;
const finding = (source: string | undefined, code: string | undefined) =>
  ({ range: { start: { line: 1, character: 6 }, end: { line: 1, character: 9 } }, severity: 1, source, code }) as unknown as Diagnostic;

test('what VS Code says of a skill goes for ours, until it stops to say it', () => {
  const findings = new Findings();
  const shown: number[] = [];
  const tell = (...all: unknown[]) => {
    stub.diagnostics = all;
    stub.diagnosticsChanged.fire({ uris: [uri] });
  };
  stub.documents = [{ uri, languageId: 'skill' }];
  const ours = [finding('cape', 'name-folder'), finding('cape', 'value-cut')];
  findings.handle(uri, ours, (_, list) => shown.push(list.length));
  tell(...ours, finding(undefined, undefined));
  tell(ours[1], finding(undefined, undefined));
  tell(ours[1]);
  assert.deepEqual(shown, [2, 1, 2]);
  findings.dispose();
});

test('in another language all is said', () => {
  const findings = new Findings();
  const shown: number[] = [];
  stub.documents = [{ uri, languageId: 'markdown' }];
  stub.diagnostics = [finding(undefined, undefined)];
  findings.handle(uri, [finding('cape', 'name-folder')], (_, list) => shown.push(list.length));
  assert.deepEqual(shown, [1]);
  findings.dispose();
});
