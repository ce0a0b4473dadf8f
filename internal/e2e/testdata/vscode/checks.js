// Runs inside VS Code's extension host and looks at the client and the server through the vscode API.
// Writes a line for each check: "ok" or "FAIL", a tab, the name, a tab, the reason.
const vscode = require('vscode');
const assert = require('node:assert/strict');
const { readFileSync, readdirSync } = require('node:fs');
const { at, disk, finding, open, revertFile, root, runAll, type, until } = require('./host.js');

/** The servers that run: the children of this process. */
const servers = () =>
  readdirSync('/proc').filter(name => /^\d+$/.test(name)).map(Number).filter(pid => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return status.includes(`PPid:\t${process.pid}\n`) && /^Name:\tcape-ls\n/.test(status) && !/^State:\tZ/m.test(status);
    } catch {
      return false; // it has ended
    }
  });

/** Commands that have a check of their own. */
const elsewhere = new Set(['capeLs.allowEditing', 'capeLs.restartServer', 'capeLs.applyEditResult', 'capeLs.whyEditable']);

const checks = {
  'the client is there and starts': async () => {
    const extension = vscode.extensions.getExtension('cape-ls.cape-ls');
    assert.ok(extension);
    await extension.activate();
  },

  'a finding stands at its text, whatever the language': async () => {
    const document = await open('.agents/skills/restart-cases/SKILL.md');
    const found = await until(() => finding(document, 'key-misspelt'), 'the finding key-misspelt');
    assert.equal(document.getText(found.range), 'licence');
  },

  'a skill keeps the language of VS Code, which says of the folder what we then do not say': async () => {
    const document = await open('.agents/skills/restart-cases/SKILL.md');
    assert.equal(document.languageId, 'skill');
    const name = document.getText().indexOf('restart-case');
    const said = () => vscode.languages.getDiagnostics(document.uri).filter(d => d.range.contains(document.positionAt(name)));
    await until(() => said().some(d => d.source !== 'cape'), "VS Code's finding");
    await until(() => !finding(document, 'name-folder'), 'ours to go');
    assert.equal(said().length, 1);
    assert.ok(finding(document, 'key-misspelt'));
  },

  'a quick fix is there for it all the same, and makes it go away': async () => {
    const document = await open('.agents/skills/restart-cases/SKILL.md');
    const name = document.positionAt(document.getText().indexOf('restart-case'));
    const changes = action => action.edit?.get(document.uri).some(e => e.newText.includes('restart-cases'));
    const fix = await until(async () => {
      const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, new vscode.Range(name, name), 'quickfix', 10);
      return actions.find(changes);
    }, 'a quick fix');
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    assert.match(document.getText(), /^name: restart-cases$/m);
    const said = () => vscode.languages.getDiagnostics(document.uri).filter(d => d.range.contains(name));
    await until(() => said().length === 0, 'the findings to go');
  },

  'a control file has a language of its own and no finding': async () => {
    const document = await open('pyFun.json');
    const broken = await open('inputs/limits.json');
    await until(() => finding(broken, 'json-comma-missing'), 'the missing comma');
    assert.equal(document.languageId, 'cape-json');
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri).map(d => d.message), []);
  },

  'a JSON file of the allow-list gets that language, and another one keeps its own': async () => {
    const name = 'inputs/limits.json';
    await open(name);
    const language = () => vscode.workspace.textDocuments.find(d => d.uri.toString() === at(name).toString())?.languageId;
    await until(() => language() === 'cape-json', 'the language');
    await until(() => vscode.languages.getDiagnostics(at(name)).every(d => d.source === 'cape'), 'the findings of others to go');
    assert.equal((await open('other.json')).languageId, 'json');
  },

  'the menu of actions has the skills and the tools, the light bulb has not': async () => {
    const document = await open('tools/matrix_summary.py');
    const actions = () => vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, new vscode.Range(0, 0, 0, 0));
    const run = await until(async () => (await actions()).find(a => a.title === 'Run tool matrix_summary'), 'the tool');
    assert.equal(run.kind?.value ?? '', '');
    assert.equal(run.command.command, 'capeLs.present');
  },

  'an edit that is to be seen first is shown as a diff, and made only after consent': async () => {
    // A server that starts knows its settings; one that runs asks for them in its own time.
    const confirm = async value => {
      await vscode.workspace.getConfiguration('cape').update('edits.confirm', value, vscode.ConfigurationTarget.Global);
      await vscode.commands.executeCommand('capeLs.restartServer');
    };
    await confirm('always');
    const before = disk('fun3d.nml');
    const diff = () => vscode.window.tabGroups.all.flatMap(g => g.tabs).find(t => t.input instanceof vscode.TabInputTextDiff);
    const edit = { fname: 'fun3d.nml', old: 'steps            = 1000', new: 'steps            = 1100' };
    const answered = async command => {
      const result = vscode.commands.executeCommand('cape.editFile', edit);
      let over = false;
      result.then(() => (over = true), () => (over = true));
      await until(diff, 'the diff');
      // The question comes after the diff and cannot be seen from here: answer until it was there.
      await until(async () => {
        if (!over) await vscode.commands.executeCommand(command);
        return over;
      }, 'the answer');
      assert.equal(diff(), undefined);
      return result;
    };
    try {
      const refused = await answered('workbench.action.closeQuickOpen');
      assert.equal(refused.success, false, JSON.stringify(refused));
      assert.equal(disk('fun3d.nml'), before);
      const made = await answered('workbench.action.acceptSelectedQuickOpenItem');
      assert.equal(made.success, true, JSON.stringify(made));
      assert.equal(made.saved, true, JSON.stringify(made));
      assert.match(disk('fun3d.nml'), /steps            = 1100/);
    } finally {
      await confirm('never');
    }
  },

  'an edit of a clean file that is not open is made and saved': async () => {
    const result = await vscode.commands.executeCommand('cape.editFile', { fname: 'fun3d.nml', old: "'sa-neg'", new: "'sst'" });
    assert.equal(result.success, true, JSON.stringify(result));
    assert.equal(result.saved, true, JSON.stringify(result));
    assert.match(disk('fun3d.nml'), /turbulence_model = 'sst'/);
  },

  'an edit of a file with unsaved changes is made on them, is one undo step and is not saved': async () => {
    const document = await open('pyFun.json');
    await type(document, '"walltime": "4:00:00"', '"walltime": "8:00:00"');
    const mine = document.getText();
    const before = disk('pyFun.json');
    const result = await vscode.commands.executeCommand('cape.editFile', { fname: 'pyFun.json', old: '"walltime": "8:00:00"', new: '"walltime": "2:00:00"' });
    assert.equal(result.success, true, JSON.stringify(result));
    assert.equal(result.saved, false, JSON.stringify(result));
    assert.match(document.getText(), /"walltime": "2:00:00"/);
    assert.ok(document.isDirty);
    assert.equal(disk('pyFun.json'), before);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), mine);
  },

  'a fault in the run matrix stands in the run matrix, and its text is the one in the editor': async () => {
    const document = await open('inputs/matrix.csv');
    await type(document, '  0.84,   2.0', '  0.84,   two');
    const found = await until(() => finding(document, 'matrix-value'), 'the finding');
    assert.equal(document.getText(found.range), 'two');
    await type(document, '  0.84,   two', '  0.84,   2.0');
    await until(() => !finding(document, 'matrix-value'), 'the finding to go');
    await document.save();
  },

  'so does one in a control file in YAML': async () => {
    const document = await open('pyOver.yaml');
    await until(() => finding(document, 'yaml-syntax'), 'the finding');
  },

  'an edit of the run matrix is made on its unsaved text': async () => {
    const document = await open('inputs/matrix.csv');
    await type(document, '  0.84,   2.0', '  0.84,   2.5');
    const result = await vscode.commands.executeCommand('cape.editFile', { fname: 'inputs/matrix.csv', old: '  0.84,   2.5', new: '  0.84,   3.0' });
    assert.equal(result.success, true, JSON.stringify(result));
    assert.match(document.getText(), /  0\.84,   3\.0, 8\.0e6/);
    assert.match(disk('inputs/matrix.csv'), /  0\.84,   2\.0, 8\.0e6/);
  },

  'a byte order mark and CRLF survive an edit of an open, clean file, which is saved': async () => {
    for (const [name, old, text] of [['inputs/marked.csv', '0.50', '0.55'], ['inputs/windows.json', '[0.3, 0.9],\n', '[0.3, 0.95],\n    "T": [480.0, 560.0],\n']]) {
      const before = disk(name);
      await open(name);
      const result = await vscode.commands.executeCommand('cape.editFile', { fname: name, old, new: text });
      assert.equal(result.success, true, JSON.stringify(result));
      assert.equal(result.saved, true, JSON.stringify(result));
      const asOnDisk = s => (before.includes('\r\n') ? s.replaceAll('\n', '\r\n') : s);
      assert.equal(disk(name), before.replace(asOnDisk(old), asOnDisk(text)));
    }
  },

  'an edit can be taken back': async () => {
    const document = await open('fun3d.nml');
    const before = document.getText();
    const result = await vscode.commands.executeCommand('cape.editFile', { fname: 'fun3d.nml', old: "'roe'", new: "'hllc'" });
    assert.equal(result.success, true, JSON.stringify(result));
    const { history } = await vscode.commands.executeCommand('cape.edits.history', {});
    const reverted = await vscode.commands.executeCommand('cape.edits.revert', { id: history.at(-1).id });
    assert.equal(reverted.success, true, JSON.stringify(reverted));
    assert.equal(document.getText(), before);
  },

  'an edit of several files is taken back as one, and not at all when one of them has gone on': async () => {
    const names = ['fun3d.nml', 'pyFun.json', 'inputs/matrix.csv'];
    const before = names.map(disk);
    const edits = [
      { fname: 'fun3d.nml', old: "'roe'", new: "'hllc'" },
      { fname: 'pyFun.json', old: '"ResubmitSamePhase": true', new: '"ResubmitSamePhase": false' },
      { fname: 'inputs/matrix.csv', old: '  0.50,   4.0', new: '  0.50,   5.0' },
    ];
    const made = async () => {
      const result = await vscode.commands.executeCommand('cape.editFiles', { edits });
      assert.equal(result.success, true, JSON.stringify(result));
      return (await vscode.commands.executeCommand('cape.edits.history', {})).history.at(-1).id;
    };
    const takenBack = id => vscode.commands.executeCommand('capeLs.revertEdit', { edit: id, root: root.fsPath });
    for (const name of names) await revertFile(await open(name));
    await takenBack(await made());
    await until(() => names.every((name, i) => disk(name) === before[i]), 'the texts from before');

    const id = await made();
    const document = await open('pyFun.json');
    await type(document, '"ResubmitSamePhase": false', '"ResubmitSamePhase": 0');
    const [nml, , matrix] = names.map(disk);
    await takenBack(id);
    assert.deepEqual([disk('fun3d.nml'), disk('inputs/matrix.csv')], [nml, matrix]);
    assert.ok(document.getText().includes('"ResubmitSamePhase": 0'));
    await revertFile(document);
    await takenBack(id);
    await until(() => names.every((name, i) => disk(name) === before[i]), 'the texts from before');
  },

  'an edit outside the allow-list is refused': async () => {
    const result = await vscode.commands.executeCommand('cape.editFile', { fname: 'Config.xml', old: 'inboard', new: 'inner' });
    assert.equal(result.success, false);
    assert.match(result.error, /allow/);
  },

  'every command is there, and asks for what it needs or shows what it has': async () => {
    const { contributes } = vscode.extensions.getExtension('cape-ls.cape-ls').packageJSON;
    const known = await vscode.commands.getCommands(true);
    const names = contributes.commands.map(({ command }) => command);
    assert.deepEqual(names.filter(name => !known.includes(name)), []);
    for (const name of names.filter(name => !elsewhere.has(name))) {
      let over = false;
      const run = Promise.resolve(vscode.commands.executeCommand(name)).finally(() => (over = true));
      // Questions and messages are closed as soon as they are there; how many a command has is its own affair.
      await until(async () => {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
        await vscode.commands.executeCommand('notifications.clearAll');
        return over;
      }, `the end of ${name}`);
      await run;
    }
  },

  'the agent may edit one more file after the command of the explorer': async () => {
    const edit = () => vscode.commands.executeCommand('cape.editFile', { fname: 'Config.xml', old: 'inboard', new: 'inner' });
    assert.equal((await edit()).success, false);
    void vscode.commands.executeCommand('capeLs.allowEditing', at('Config.xml')); // ends when its message is closed
    const list = await open('cape-agent.json');
    await until(() => list.getText().includes('"Config.xml"'), 'the pattern');
    assert.match(list.getText(), /\/\/ Files that the agent may change/);
    await list.save();
    const made = await until(async () => {
      const answer = await edit();
      return answer.success && answer;
    }, 'the edit');
    assert.equal(made.file, 'Config.xml');
  },

  'several files of the explorer are allowed at once, and an open one gets the language of CAPE': async () => {
    const other = await open('other.json');
    assert.equal(other.languageId, 'json');
    const files = ['other.json', 'README.md'].map(at);
    void vscode.commands.executeCommand('capeLs.allowEditing', files[1], files); // ends when its message is closed
    await until(() => ['"other.json"', '"README.md"'].every(name => disk('cape-agent.json').includes(name)), 'the patterns on the disk');
    const language = () => vscode.workspace.textDocuments.find(d => d.uri.toString() === files[0].toString())?.languageId;
    await until(() => language() === 'cape-json', 'the language');
  },

  'a tool is run without a question where the user wants none': async () => {
    const { tools } = vscode.workspace.getConfiguration('cape');
    await vscode.workspace.getConfiguration('cape').update('tools.confirm', 'never', vscode.ConfigurationTarget.Global);
    try {
      const result = await until(async () => {
        const answer = await vscode.commands.executeCommand('cape.runTool', { name: 'matrix_summary', argv: ['inputs/matrix.csv'] });
        return answer.success && answer;
      }, 'the run');
      assert.match(result.stdout, /mach 0\.50: 3 cases/);
      assert.ok(result.seconds > 0 && result.log, JSON.stringify(result));
    } finally {
      await vscode.workspace.getConfiguration('cape').update('tools.confirm', tools.confirm, vscode.ConfigurationTarget.Global);
    }
  },

  'a setting takes effect without a restart': async () => {
    const document = await open('inputs/limits.json');
    const rules = value => vscode.workspace.getConfiguration('cape').update('rules', value, vscode.ConfigurationTarget.Global);
    const severity = () => finding(document, 'json-comma-missing')?.severity;
    const [running] = servers();
    await until(() => severity() === vscode.DiagnosticSeverity.Error, 'the error');
    await rules({ 'json-comma-missing': 'information' });
    await until(() => severity() === vscode.DiagnosticSeverity.Information, 'the other severity');
    await rules(undefined);
    await until(() => severity() === vscode.DiagnosticSeverity.Error, 'the error again');
    assert.deepEqual(servers(), [running]);
  },

  'a server that is killed is started again': async () => {
    const document = await open('inputs/limits.json');
    const [running] = servers();
    process.kill(running, 'SIGKILL');
    await until(() => servers().some(pid => pid !== running), 'another server');
    await until(() => finding(document, 'json-comma-missing'), 'its finding');
    const result = await until(() => vscode.commands.executeCommand('cape.listTools', {}).then(r => r, () => undefined), 'its answer');
    assert.equal(result.success, true, JSON.stringify(result));
    assert.equal(servers().length, 1);
  },

  'the server comes back after a restart': async () => {
    await vscode.commands.executeCommand('capeLs.restartServer');
    const document = await open('inputs/limits.json');
    await until(() => vscode.languages.getDiagnostics(document.uri).some(d => d.source === 'cape'), 'the finding after the restart');
  },
};

exports.run = () => runAll(checks);
