// The commands about what the agent may edit and has edited.
import * as vscode from 'vscode';
import { Asking, places } from './asking';
import { choose, Of } from './choosing';
import { readEditResult } from './editResult';
import { editRows, Step } from './editRows';
import type { EditsWatch } from './editsWatch';
import { tell } from './tell';

const { t } = vscode.l10n;

export class EditCommands {
  constructor(
    private readonly asking: Asking,
    private readonly watch: EditsWatch,
  ) {}

  /** Puts files on the allow-list, until one cannot be put there. */
  async allow(fnames: string[]): Promise<void> {
    const unsaved = new Set(vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.fsPath));
    const allowed: string[] = [];
    let list: vscode.TextDocument | undefined;
    let saved = true;
    for (const fname of fnames) {
      const answer = await this.asking.expect('cape.allowEditing', { fname });
      if (!answer) break;
      list = await vscode.workspace.openTextDocument(answer.path);
      allowed.push(answer.file);
      // CAPE's agent reads the disk. What the user has not saved before stays so.
      saved = !unsaved.has(list.uri.fsPath) && (await list.save()) && saved;
    }
    if (!list) return;
    void vscode.commands.executeCommand('capeLs.refreshViews');
    const show = t('Show It');
    const names = allowed.join(', ');
    const words = saved ? t('the agent may edit {0} now', names) : t('the agent may edit {0} once cape-agent.json is saved', names);
    if ((await tell.information(words, show)) === show) await vscode.window.showTextDocument(list);
  }

  /** Says whether the agent may edit a file, and why. */
  async why(fname: string | undefined): Promise<void> {
    if (fname === undefined) return;
    const answer = await this.asking.expect('cape.whyEditable', { fname });
    if (!answer) return;
    const allow = t('Allow It');
    const choice = await tell.information(answer.why, ...(answer.editable ? [] : [allow]));
    if (choice === allow) await this.allow([fname]);
  }

  /** Of an edit that was made, EditsWatch tells, whoever has asked for it. */
  async applyResult(): Promise<void> {
    const result = readEditResult(await vscode.env.clipboard.readText());
    if (result) await this.asking.expect('cape.applyEditResult', result);
    else void tell.error(t('the clipboard must hold a result of edit_file or a diff, the whole of it'));
  }

  /** Shows the edit of a row; from the palette, lets the user choose one. */
  async show(of: Of): Promise<void> {
    const step = await this.stepOf(of, t('Edits of this session'), () => true);
    if (step) await this.watch.show([step]);
  }

  async revert(of: Of): Promise<void> {
    const step = await this.stepOf(of, t('Which edit is to be taken back?'), ({ reverted }) => !reverted);
    if (step) await this.watch.revert([step]);
  }

  private async stepOf(of: Of, title: string, wanted: (step: Step) => boolean): Promise<Step | undefined> {
    await this.asking.session.start();
    const roots = of?.root !== undefined ? [of.root] : places().map(({ root }) => root);
    const steps = (await Promise.all(roots.map(root => this.watch.steps(root)))).flat();
    if (of?.edit !== undefined) return steps.find(({ id }) => id === of.edit);
    const possible = steps.filter(wanted);
    const rows = editRows(possible, time => time.toLocaleTimeString(), t);
    const items = rows.map((row, i) => ({ label: `$(${row.icon ?? 'edit'}) ${row.label}`, description: row.description ?? '', step: possible[i] }));
    return (await choose(items, title, t('there is no edit of this session')))?.step;
  }
}
