// Gives a workspace the user's trust, as a person does in VS Code: from then on its tools are run, by the server that ran
// before, which remembers what the agent has edited. Prints what person.mjs prints. Environment: that of workbench.mjs,
// with a PACKAGE, and PICTURES.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Person } from './hands.mjs';
import { serversOf, until, withWorkbench } from './workbench.mjs';

const { WORK, WORKSPACE, PICTURES } = process.env;
const edit = { fname: 'fun3d.nml', old: "'sa-neg'", new: "'sst'", reason: 'the separated cases need it' };
const how = {
  view: { viewport: { width: 1280, height: 800 } },
  keys: [{ key: 'ctrl+alt+f9', command: 'cape.editFile', args: edit }],
  settings: {
    'security.workspace.trust.enabled': true,
    'security.workspace.trust.startupPrompt': 'never',
    'cape.tools.confirm': 'never',
  },
};
let before = [];

const steps = {
  'without trust, the tools are listed and none can be run': async me => {
    await me.container('CAPE');
    await (await me.row('marks')).hover();
    await me.see('.pane-body :text("Tools are run only in a trusted workspace")');
    assert.equal(await me.buttons('marks', 'Run Tool'), 0);
    await me.keys('Control+Alt+F9');
    await me.row('the separated cases need it');
    before = serversOf(WORK);
    assert.equal(before.length, 1);
  },

  'trust given in the editor of workspace trust counts at once': async me => {
    await me.click('.statusbar-item:has-text("Restricted Mode") a');
    await me.click('.workspace-trust-editor .monaco-button:text-is("Trust")');
    await me.see('.workspace-trust-editor :text("You trust this folder")');
    await me.click('.monaco-modal-editor-block .codicon-close');
    await me.gone('.monaco-modal-editor-block');
    await me.gone('.pane-body :text("Tools are run only in a trusted workspace")');
    await me.inRow('marks', 'Run Tool');
    await until(() => existsSync(join(WORKSPACE, 'marked')), 'what the tool leaves behind', 20_000);
  },

  'the server is the same, and knows the edits from before': async me => {
    assert.deepEqual(serversOf(WORK), before);
    await me.row('the separated cases need it');
  },
};

mkdirSync(PICTURES, { recursive: true });
try {
  await withWorkbench(how, page => new Person(page, PICTURES).walk(steps));
  console.log('done');
} catch (error) {
  console.log(`FAIL\tthe workbench opens\t${error.message}`);
  process.exitCode = 1;
}
