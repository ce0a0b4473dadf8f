// Opens a folder that has nothing to do with CAPE, with the client installed: nothing is started and nothing said. Prints
// what person.mjs prints. Environment: that of workbench.mjs, with a PACKAGE, and PICTURES.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { Person } from './hands.mjs';
import { serversOf, withWorkbench } from './workbench.mjs';

const { WORK, PICTURES } = process.env;

const steps = {
  'files of other people wake no server': async me => {
    for (const name of ['README.md', 'package.json', 'setup.py']) await me.open(name);
    await me.page.waitForTimeout(2000); // nothing is to happen
    assert.deepEqual(serversOf(WORK), []);
    assert.equal(await me.page.locator('.notification-toast').count(), 0);
  },

  'the language states of such a file do not speak of CAPE': async me => {
    await me.open('package.json');
    const states = await me.languageStates();
    assert.ok(states.length > 0);
    assert.deepEqual(states.filter(state => /cape/i.test(state)), []);
  },

  'the view says what makes a folder one of CAPE': async me => {
    await me.container('CAPE');
    await me.see('.welcome-view-content:has-text("cape-agent.json")');
    await me.see('.welcome-view-content .monaco-button:has-text("Make a First Skill")');
    assert.deepEqual(serversOf(WORK), []);
  },
};

mkdirSync(PICTURES, { recursive: true });
try {
  await withWorkbench({ view: { viewport: { width: 1280, height: 800 } } }, page => new Person(page, PICTURES).walk(steps));
  console.log('done');
} catch (error) {
  console.log(`FAIL\tthe workbench opens\t${error.message}`);
  process.exitCode = 1;
}
