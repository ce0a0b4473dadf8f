// Does in VS Code what a person does, by keyboard and mouse, with the client installed from its package. Prints a line
// for each thing that was looked at: "ok" or "FAIL", a tab, the name, a tab, the reason. Environment: that of
// workbench.mjs, and PICTURES, a folder for a picture of each step.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Person } from './hands.mjs';
import { until, withWorkbench } from './workbench.mjs';

const { WORKSPACE, PICTURES } = process.env;
const disk = name => readFileSync(join(WORKSPACE, name), 'utf8');

const tree = name => readdirSync(join(WORKSPACE, name));

const steps = {
  'a finding stands at its text, behind a character beyond ASCII': async me => {
    await me.open('powered.json');
    await me.see('.squiggly-warning');
    await me.keys('Control+Shift+m');
    const row = await me.problem('ncpus');
    assert.match(row, /^ncpus must be .* cape ?\(?option-type\)? \[Ln 3, Col 33\]$/);
  },

  'F8 goes to it': async me => {
    await me.focusEditor();
    await me.keys('Control+Home', 'F8');
    await me.see('.peekview-widget :text("ncpus must be")');
    assert.match(await me.text('.editor-status-selection, .statusbar-item[id*="status.editor.selection"]'), /Ln 3, Col 32/); // here VS Code counts characters, not UTF-16
    await me.keys('Escape');
  },

  'the quick fix is chosen by keyboard': async me => {
    await me.open('restart-cases/SKILL.md');
    await me.see('.squiggly-error');
    await me.problem('yaml-syntax'); // the server has seen the file
    await me.goTo('2:8');
    await me.menu();
    await me.choose("Set the name to the folder's, restart-cases");
    await me.see('.view-line:has-text("name: restart-cases")');
    await me.save(() => disk('.agents/skills/restart-cases/SKILL.md').includes('\nname: restart-cases\n'));
  },

  'the state of the server is among the language states, with a menu': async me => {
    await me.open('pyFun.json');
    const states = (await me.languageStates()).join(' ');
    assert.match(states, /cape-ls \d+\.\d+\.\d+\s.*wing/s);
    assert.match(states, /Options of CAPE \d/);
    await me.click('.hover-language-status a:text-is("Menu")');
    await me.see('.quick-input-list .monaco-list-row:has-text("Show What the Agent Sees")');
    await me.picture('menu');
    await me.keys('Escape');
    await me.gone('.quick-input-widget');
  },

  'hover tells what an option is': async me => {
    await me.open('pyFun.json');
    await me.goTo('56:11');
    await me.keys('Control+k', 'Control+i');
    await me.see('.monaco-hover:has-text("Reference area")');
    await me.picture('hover');
    await me.keys('Escape');
  },

  'completion proposes the options of the section': async me => {
    await me.open('pyFun.json');
    await me.goTo('18:200'); // behind RunControl's brace
    await me.keys('Enter');
    await me.type('"PreM');
    await me.see('.suggest-widget .monaco-list-row:has-text("PreMesh")');
    await me.picture('completion');
    await me.keys('Escape', 'Control+z', 'Control+z', 'Control+z');
    await me.revert();
  },

  'a tool is run from its view, after a question, and its output is seen': async me => {
    await me.command('View: Show CAPE');
    await me.row('matrix_summary');
    await me.picture('views');
    await me.inRow('matrix_summary', 'Run Tool');
    await me.answer('Run');
    await until(async () => /mach 0.80: 4 cases.*ended with code 0/.test(await me.terminal()), 'the output', 20_000);
  },

  'a tool that fails says so, and its output is kept': async me => {
    await me.inRow('check_limits', 'Run Tool');
    await me.answer('Run');
    await me.see('.notification-toast:has-text("check_limits: ended with code 2")');
    await me.answer('Show Log');
    await me.see('.view-line:has-text("limits.json cannot be read")');
  },

  'an edit of an agent is shown first, and nothing is changed when it is refused': async me => {
    const before = disk('fun3d.nml');
    await me.keys('Control+Alt+F9');
    await me.see('.diff-editor, .monaco-diff-editor');
    await me.see('.quick-input-list .monaco-list-row:has-text("Refuse")');
    await me.keys('ArrowDown', 'Enter');
    await me.gone('.monaco-diff-editor');
    assert.equal(disk('fun3d.nml'), before);
  },

  'an edit of an agent is made when it is accepted': async me => {
    await me.keys('Control+Alt+F9');
    await me.see('.monaco-diff-editor');
    await me.see('.quick-input-list .monaco-list-row.focused:has-text("Apply")');
    await me.picture('agent-edit');
    await me.keys('Enter');
    await until(() => disk('fun3d.nml').includes("turbulence_model = 'sst'"), 'the edit on the disk', 20_000);
  },

  'undo takes it back': async me => {
    await me.open('fun3d.nml');
    await me.goTo('30:1');
    await me.see(`.view-line:has-text("'sst'")`);
    await me.keys('Control+z');
    await me.see(`.view-line:has-text("'sa-neg'")`);
    await me.save(() => disk('fun3d.nml').includes("turbulence_model = 'sa-neg'"));
  },

  'it stands among the edits, where it is shown and taken back': async me => {
    await me.keys('Control+Alt+F9');
    await me.see('.quick-input-list .monaco-list-row.focused:has-text("Apply")');
    await me.keys('Enter');
    await until(() => disk('fun3d.nml').includes("turbulence_model = 'sst'"), 'the edit on the disk', 20_000);
    await me.command('View: Show CAPE');
    await me.inRow('the separated cases need it', 'Show Diff of Edit');
    await me.see('.monaco-diff-editor');
    await me.inRow('the separated cases need it', 'Revert Edit');
    await until(() => disk('fun3d.nml').includes("turbulence_model = 'sa-neg'"), 'the text from before', 20_000);
    await me.row('reverted');
  },

  'a file is put on the allow-list from the menu of the explorer, by keyboard': async me => {
    await me.keys('Control+Shift+e');
    await me.inExplorer('Config.xml');
    await me.keys('Shift+F10');
    await me.chooseInMenu('Allow the Agent to Edit This File');
    await until(() => disk('cape-agent.json').includes('"Config.xml"'), 'the pattern on the disk', 20_000);
  },

  'a skill is renamed, its folder too': async me => {
    await me.open('polar-sweep/SKILL.md');
    await me.goTo('2:9');
    await me.keys('F2');
    await me.see('.rename-box input:focus');
    await me.keys('Control+a');
    await me.type('alpha-sweep');
    await me.keys('Enter');
    await me.see('.breadcrumbs-control:has-text("alpha-sweep")');
    await me.save(() => tree('.agents/skills').includes('alpha-sweep') && disk('.agents/skills/alpha-sweep/SKILL.md').includes('\nname: alpha-sweep\n'));
    assert.ok(!tree('.agents/skills').includes('polar-sweep'));
    assert.deepEqual(tree('.agents/skills/alpha-sweep').sort(), ['SKILL.md', 'references']);
  },
};

mkdirSync(PICTURES, { recursive: true });
// A key in place of an agent: it calls the command with what edit_file was given.
const edit = { fname: 'fun3d.nml', old: "'sa-neg'", new: "'sst'", reason: 'the separated cases need it' };
const keys = [{ key: 'ctrl+alt+f9', command: 'cape.editFile', args: edit }];
const view = { viewport: { width: 1280, height: 800 } };
try {
  await withWorkbench({ view, keys, settings: { 'cape.edits.confirm': 'always', 'terminal.integrated.gpuAcceleration': 'off' } }, page => new Person(page, PICTURES).walk(steps));
  console.log('done');
} catch (error) {
  console.log(`FAIL\tthe workbench opens\t${error.message}`);
  process.exitCode = 1;
}
