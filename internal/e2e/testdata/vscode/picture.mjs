// Draws the pictures of the READMEs: a faulty skill with its findings and fixes, the views with a tool that has run, and
// an agent's edit that waits for an answer. Environment: that of workbench.mjs, and PICTURES, the folder to write to.
import { Person } from './hands.mjs';
import { until, withWorkbench } from './workbench.mjs';

const view = { viewport: { width: 1100, height: 700 }, deviceScaleFactor: 1.35 };

/** Leaves out what has nothing to do with CAPE. */
const quiet = '.statusbar-item[id*="keyboard"], .statusbar-item[id*="remote"], .statusbar-item[id*="ports"], .statusbar-item[id*="forwarded"], .command-center, .minimap, .decorationsOverviewRuler, .composite.panel .actions-container .expand { display: none !important }';

const edit = { fname: 'fun3d.nml', old: "'sa-neg'", new: "'sst'", reason: 'the separated cases need it' };
const keys = [{ key: 'ctrl+alt+f9', command: 'cape.editFile', args: edit }];
const settings = { 'cape.edits.confirm': 'always', 'cape.tools.confirm': 'never', 'terminal.integrated.gpuAcceleration': 'off' };

await withWorkbench({ view, keys, settings }, async page => {
  const me = new Person(page, process.env.PICTURES);
  const still = () => page.waitForTimeout(1000); // menus and messages fade
  await me.see('.explorer-folders-view .monaco-list-row');
  await page.addStyleTag({ content: quiet });

  await me.open('restart-cases/SKILL.md');
  await me.see('.squiggly-error');
  await me.keys('Control+Shift+m');
  await me.problem('yaml-syntax');
  await me.goTo('3:47');
  await me.menu();
  await still();
  await me.picture('vscode');
  await me.calm();

  await me.command('View: Show CAPE');
  await me.open('tools/matrix_summary.py');
  await me.inRow('matrix_summary', 'Run Tool');
  await until(async () => (await me.terminal()).includes('ended with code 0'), 'the output');
  await page.mouse.move(700, 300);
  await still();
  await me.picture('vscode-tools');

  await me.keys('Control+j', 'Control+Alt+F9');
  await me.see('.quick-input-list .monaco-list-row.focused:has-text("Apply")');
  await still();
  await me.picture('vscode-edit');
});
