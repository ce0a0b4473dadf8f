// Runs inside VS Code's extension host in a workspace of two repositories of CAPE and a folder of others: each repository
// has its own tools, edits and history.
const vscode = require('vscode');
const assert = require('node:assert/strict');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { runAll, until } = require('./host.js');

const [first, second] = vscode.workspace.workspaceFolders.map(({ uri }) => uri.fsPath);
const of = root => ({ fname: join(root, 'cape-agent.json') });
const disk = (root, name) => readFileSync(join(root, name), 'utf8');
const run = (command, argument) => vscode.commands.executeCommand(command, argument);

const checks = {
  'each repository has its own tools': async () => {
    const tools = root => run('cape.listTools', of(root)).then(({ tools: all = [] }) => all.map(({ name }) => name), () => []);
    await until(async () => (await tools(first)).includes('matrix_summary'), 'the tools of the first');
    assert.ok((await tools(second)).includes('marks'));
    assert.ok(!(await tools(first)).includes('marks'));
  },

  'a tool of the second runs there': async () => {
    void run('capeLs.runTool', { name: 'marks', root: second });
    await until(() => existsSync(join(second, 'marked')), 'what the tool leaves behind');
    assert.ok(!existsSync(join(first, 'marked')));
  },

  'an edit in the second is in its history alone, and is taken back there': async () => {
    const before = disk(second, 'fun3d.nml');
    const made = await run('cape.editFile', { fname: join(second, 'fun3d.nml'), old: "'roe'", new: "'hllc'" });
    assert.equal(made.success, true, JSON.stringify(made));
    assert.deepEqual((await run('cape.edits.history', of(first))).history, []);
    const { history } = await run('cape.edits.history', of(second));
    assert.equal(history.length, 1);
    assert.notEqual(disk(second, 'fun3d.nml'), before);
    await run('capeLs.revertEdit', { edit: history[0].id, root: second });
    await until(() => disk(second, 'fun3d.nml') === before, 'the text from before');
    assert.equal(disk(first, 'fun3d.nml'), before);
  },

  'a file of the second goes on the list of the second': async () => {
    const list = disk(first, 'cape-agent.json');
    void run('capeLs.allowEditing', vscode.Uri.file(join(second, 'Config.xml'))); // ends when its message is closed
    await until(() => disk(second, 'cape-agent.json').includes('"Config.xml"'), 'the pattern on the disk');
    assert.equal(disk(first, 'cape-agent.json'), list);
  },

  'a command of the palette is about the repository of the open file': async () => {
    await vscode.window.showTextDocument(vscode.Uri.file(join(second, 'pyFun.json')));
    let over = false;
    const listing = run('capeLs.openScripts').finally(() => (over = true));
    // The list cannot be seen from here: choose in it until the command has ended.
    await until(async () => {
      if (!over) await run('workbench.action.acceptSelectedQuickOpenItem');
      return over;
    }, 'the end of the command');
    await listing;
    const opened = vscode.window.activeTextEditor?.document.uri.fsPath ?? '';
    assert.match(opened, /\.py$/);
    assert.ok(opened.startsWith(second), opened);
  },
};

exports.run = () => runAll(checks);
