// What the checks share that run inside VS Code's extension host.
const vscode = require('vscode');
const assert = require('node:assert/strict');
const fs = require('node:fs');

/** The files of the workspace. */
const root = vscode.workspace.workspaceFolders[0].uri;
const at = name => vscode.Uri.joinPath(root, ...name.split('/'));
const disk = name => fs.readFileSync(at(name).fsPath, 'utf8');
const patience = 20_000; // milliseconds; an upper limit

async function until(condition, what) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      const got = await condition();
      if (got) return got;
    } catch (error) {
      // VS Code cancels a question when it asks the next one.
      if (error.message !== 'Canceled') throw error;
    }
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

async function open(name) {
  const document = await vscode.workspace.openTextDocument(at(name));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Gives up the unsaved changes of a document. */
async function revertFile(document) {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

const finding = (document, code) =>
  vscode.languages.getDiagnostics(document.uri).find(d => (d.code?.value ?? d.code) === code);

async function type(document, old, text) {
  const start = document.positionAt(document.getText().indexOf(old));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(start, start.translate(0, old.length)), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Runs checks one after the other and writes what came of them. */
async function runAll(checks) {
  const say = (...parts) => fs.appendFileSync(process.env.RESULT, parts.map(p => String(p).replaceAll(/[\n\t]/g, ' ')).join('\t') + '\n');
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
      say('ok', name);
    } catch (error) {
      say('FAIL', name, error.message);
    }
  }
  fs.writeFileSync(process.env.ENDED, '');
}

module.exports = { at, disk, finding, open, revertFile, root, runAll, type, until };
