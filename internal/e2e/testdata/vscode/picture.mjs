// Draws the picture of the README: the faulty SKILL.md of examples/wing with its findings and the menu of
// fixes. Environment: that of workbench.mjs, and PICTURE, the file to write.
import { withWorkbench } from './workbench.mjs';

const view = { viewport: { width: 980, height: 570 }, deviceScaleFactor: 1.35 };

/** Leaves out what has nothing to do with CAPE. */
const quiet = '.statusbar-item[id*="keyboard"], .statusbar-item[id*="remote"], .statusbar-item[id*="ports"], .statusbar-item[id*="forwarded"], .command-center, .minimap, .decorationsOverviewRuler, .composite.panel .actions-container .expand { display: none !important }';

await withWorkbench({ view }, async page => {
  const keys = async (...all) => {
    for (const key of all) await page.keyboard.press(key);
  };
  const box = () => page.waitForSelector('.quick-input-widget input', { state: 'visible' });
  await page.waitForSelector('.explorer-folders-view .monaco-list-row');
  await page.addStyleTag({ content: quiet });
  await page.mouse.move(349, 300);
  await page.mouse.down();
  await page.mouse.move(205, 300, { steps: 5 });
  await page.mouse.up();

  await keys('Control+p');
  await box();
  await page.keyboard.type('restart SKILL.md');
  await page.waitForSelector('.quick-input-list .monaco-list-row :text("SKILL.md")');
  await keys('Enter');
  await page.waitForSelector('.squiggly-error');
  await page.waitForSelector('.squiggly-warning');
  await keys('Control+Shift+m');
  await page.waitForSelector('.markers-panel .monaco-list-row :text("yaml-syntax")');

  await page.locator('.editor-instance .view-line').first().click();
  await keys('Control+g');
  await box();
  await page.keyboard.type('3:47');
  await keys('Enter', 'Control+.');
  await page.waitForSelector('.action-widget .monaco-list-row');
  await page.waitForTimeout(1000); // menus and toasts fade
  await page.screenshot({ path: process.env.PICTURE });
});
