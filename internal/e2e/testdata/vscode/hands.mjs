// The hands and eyes of a person in front of VS Code: keys, menus, and what stands on the screen.
import { join } from 'node:path';
import { until } from './workbench.mjs';

const patience = 20_000; // milliseconds; an upper limit

export class Person {
  constructor(page, pictures) {
    this.page = page;
    this.pictures = pictures;
    page.setDefaultTimeout(patience);
  }

  async keys(...all) {
    for (const key of all) await this.page.keyboard.press(key);
  }

  type(text) {
    return this.page.keyboard.type(text);
  }

  /** Waits until something is on the screen. */
  see(selector) {
    return this.page.locator(selector).first().waitFor({ state: 'visible' });
  }

  gone(selector) {
    return this.page.locator(selector).first().waitFor({ state: 'hidden' });
  }

  async text(selector) {
    return (await this.page.locator(selector).first().innerText()).replaceAll(/\s+/g, ' ');
  }

  /** Opens a file by its path. */
  async open(path) {
    await this.keys('Control+p');
    await this.see('.quick-input-widget input');
    await this.type(path);
    const [name, folder] = path.split('/').reverse();
    const row = `.quick-input-list .monaco-list-row.focused:has-text("${name}")`;
    // The list is drawn again while one types: the row of the last file may still be the chosen one.
    await this.see(folder ? `${row}:has-text("${folder}")` : row);
    await this.keys('Enter');
    await this.gone('.quick-input-widget');
    await this.see(folder ? `.breadcrumbs-control:has-text("${folder}"):has-text("${name}")` : `.tab.active:has-text("${name}")`);
  }

  /** Runs a command of the palette. */
  async command(title) {
    await this.keys('F1');
    await this.see('.quick-input-widget input');
    await this.type(title);
    await this.see(`.quick-input-list .monaco-list-row:has-text("${title}")`);
    await this.keys('Enter');
  }

  async focusEditor() {
    await this.keys('Control+1');
  }

  async goTo(place) {
    await this.focusEditor();
    await this.keys('Control+g');
    await this.see('.quick-input-widget input');
    await this.type(place);
    await this.keys('Enter');
    await this.gone('.quick-input-widget');
  }

  /** The row of the Problems panel that has a text, in one line. */
  async problem(text) {
    const row = this.page.locator('.markers-panel .monaco-list-row', { hasText: text }).first();
    await row.waitFor({ state: 'visible' });
    return (await row.innerText()).replaceAll(/\s+/g, ' ');
  }

  /** Opens the menu of quick fixes. VS Code drops the question when it is busy with another one: it is asked again. */
  async menu() {
    const row = this.page.locator('.action-widget .monaco-list-row').first();
    await this.again(() => this.keys('Control+.'), () => row.isVisible(), 'the menu of quick fixes');
    // The menu takes keys only after it has faded in, and tells nobody.
    await this.page.waitForTimeout(1000);
  }

  /** Does something every two seconds until it has had its effect. */
  async again(act, done, what) {
    const end = Date.now() + patience;
    while (Date.now() < end) {
      await act();
      for (let i = 0; i < 20; i++) {
        if (await done()) return;
        await this.page.waitForTimeout(100);
      }
    }
    throw new Error(`waited in vain for ${what}`);
  }

  /** Saves the active file until the disk has what is wanted. */
  save(done) {
    return this.again(() => this.keys('Control+s'), done, 'the text on the disk');
  }

  /** Chooses an entry of that menu with the arrow keys. */
  async choose(title) {
    const focused = this.page.locator('.action-widget .monaco-list-row.focused');
    for (let i = 0; i < 40; i++) {
      if (((await focused.count()) > 0) && (await focused.first().innerText()).includes(title)) {
        await this.keys('Enter');
        return;
      }
      await this.keys('ArrowDown');
    }
    throw new Error(`no entry ${title} in the menu`);
  }

  /** The row of a tree that begins with a text. */
  async row(text) {
    const row = this.page.locator('.pane-body .monaco-list-row', { hasText: text }).first();
    await row.waitFor({ state: 'visible' });
    return row;
  }

  /** Presses the button of a row. It is there under the mouse only, and a list that changes meanwhile moves the row away. */
  async inRow(text, title) {
    await until(async () => {
      const row = await this.row(text);
      await row.hover();
      return row.locator(`.action-label[aria-label="${title}"]`).click({ timeout: 2000 }).then(() => true, () => false);
    }, `the button ${title} of ${text}`, 20_000);
  }

  /** How many buttons with a title a row has. */
  async buttons(text, title) {
    return (await this.row(text)).locator(`.action-label[aria-label="${title}"]`).count();
  }

  click(selector) {
    return this.page.locator(selector).first().click();
  }

  /** Opens a container of the activity bar. */
  container(title) {
    return this.click(`.activitybar .action-label[aria-label="${title}"]`);
  }

  /** What the hover over the language states says, state by state. */
  async languageStates() {
    await this.page.locator('[id="status.languageStatus"]').hover();
    await this.see('.hover-language-status');
    return this.page.locator('.hover-language-status').allInnerTexts();
  }

  /** Goes to a file of the explorer with the arrow keys. */
  async inExplorer(name) {
    await this.page.locator('.explorer-folders-view .monaco-list').focus();
    const row = this.page.locator(`.explorer-folders-view .monaco-list-row.focused[aria-label^="${name}"]`);
    await this.keys('Home');
    for (let i = 0; i < 60 && !(await row.count()); i++) await this.keys('ArrowDown');
    await row.waitFor({ state: 'visible' });
  }

  /** Chooses an entry of a context menu with the arrow keys. */
  async chooseInMenu(title) {
    const focused = this.page.locator('.context-view .monaco-menu .action-item.focused');
    await this.see('.context-view .monaco-menu');
    for (let i = 0; i < 40; i++) {
      if ((await focused.count()) && (await focused.first().innerText()).includes(title)) {
        await this.keys('Enter');
        return;
      }
      await this.keys('ArrowDown');
    }
    throw new Error(`no entry ${title} in the menu`);
  }

  /** Presses the button of a message. */
  async answer(title) {
    await this.page.locator(`.notifications-toasts .monaco-button:text-is("${title}")`).first().click();
  }

  /** What stands in the terminal, in one line. */
  async terminal() {
    const rows = this.page.locator('.terminal-wrapper.active .xterm-rows');
    return (await rows.count()) ? (await rows.first().innerText()).replaceAll(/\s+/g, ' ') : '';
  }

  /** Gives up all changes of the active file. */
  revert() {
    return this.command('File: Revert File');
  }

  /** Leaves widgets open from a step that failed. */
  async calm() {
    await this.keys('Escape', 'Escape');
  }

  /** Takes steps by their names, and prints what came of each. */
  async walk(steps) {
    await this.see('.explorer-folders-view .monaco-list-row');
    for (const [name, step] of Object.entries(steps)) {
      try {
        await step(this);
        console.log(`ok\t${name}`);
      } catch (error) {
        console.log(`FAIL\t${name}\t${String(error.message).replaceAll(/\s+/g, ' ').slice(0, 600)}`);
      }
      await this.picture(name);
      await this.calm();
    }
  }

  picture(name) {
    return this.page.screenshot({ path: join(this.pictures, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`) });
  }
}
