// Runs inside VS Code's extension host in a workspace that the user does not trust: files are checked, nothing of the
// workspace is run, and the server is the one of the extension.
const vscode = require('vscode');
const assert = require('node:assert/strict');
const { existsSync, readFileSync, readdirSync, readlinkSync } = require('node:fs');
const { at, finding, open, runAll, until } = require('./host.js');

const checks = {
  'the workspace is not trusted': () => assert.equal(vscode.workspace.isTrusted, false),

  'the server is the one that came with the extension, whatever the settings of the workspace say': async () => {
    const document = await open('inputs/limits.json');
    await until(() => finding(document, 'json-comma-missing'), 'a finding');
    const children = readdirSync('/proc').filter(name => /^\d+$/.test(name)).flatMap(pid => {
      try {
        return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`) ? [readlinkSync(`/proc/${pid}/exe`)] : [];
      } catch {
        return []; // it has ended
      }
    });
    const extension = vscode.extensions.getExtension('cape-ls.cape-ls').extensionPath;
    assert.deepEqual(children.filter(path => path.includes('cape-ls') && !path.startsWith(extension)), []);
    assert.equal(children.filter(path => path.startsWith(extension)).length, 1, children.join());
  },

  'a tool is not run': async () => {
    const result = await vscode.commands.executeCommand('cape.runTool', { name: 'marks' });
    assert.equal(result.success, false, JSON.stringify(result));
    assert.match(result.error, /trust/);
    assert.ok(!existsSync(at('marked').fsPath));
  },

  'nor is it offered': async () => {
    const document = await open('tools/marks.py');
    const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, new vscode.Range(0, 0, 0, 0));
    assert.deepEqual(actions.map(a => a.title).filter(title => title.startsWith('Run')), []);
    const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', document.uri, 10);
    assert.deepEqual(lenses.map(l => l.command?.title).filter(title => title?.startsWith('Run')), []);
  },

  'an edit of an agent is made all the same': async () => {
    const result = await vscode.commands.executeCommand('cape.editFile', { fname: 'fun3d.nml', old: "'sa-neg'", new: "'sst'" });
    assert.equal(result.success, true, JSON.stringify(result));
  },
};

exports.run = () => runAll(checks);
