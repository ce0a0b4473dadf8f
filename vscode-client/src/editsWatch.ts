// The agent's edits of this session: what they changed, and taking them back. The server keeps the history.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { Asking, at, places } from './asking';
import { asAskedFor } from './consent';
import { Step, stepsOf } from './editRows';
import { writePage, writeSide } from './pages';
import { tell } from './tell';
import { sidesOf, sidesOfMany } from './unified';

const quiet = 700; // milliseconds without an edit that end a burst
const patience = [400, 800, 1600]; // milliseconds until the history has an edit that the editor has made

export class EditsWatch implements vscode.Disposable {
  private readonly seen = new Map<string, number>();
  /** The titles, in the history, of what the user has taken back here. */
  private readonly own = new Set<string>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly changes = new vscode.EventEmitter<void>();
  private fresh: Step[] = [];
  private looking: Promise<void> | undefined;
  private again = false;
  private timer: NodeJS.Timeout | undefined;
  /** Fires when the history has changed. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly asking: Asking) {
    const { life } = asking.session;
    this.subscriptions = [
      life.onDidCreate(() => {
        this.seen.clear(); // a server's history is its own
        this.own.clear();
      }),
      life.onDidEdit(() => this.look()),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    clearTimeout(this.timer);
    this.changes.dispose();
  }

  /** Looks for new edits, now and for a while: the server writes them down after the editor has made them. */
  look(): void {
    this.again = true;
    this.looking ??= this.lookNow().finally(() => (this.looking = undefined));
  }

  private async lookNow(): Promise<void> {
    while (this.again) {
      this.again = false;
      for (const wait of patience) {
        await new Promise(resolve => setTimeout(resolve, wait));
        if (await this.found()) break;
        if (this.again) break;
      }
    }
  }

  private async found(): Promise<boolean> {
    const fresh: Step[] = [];
    for (const { root } of places()) {
      const steps = await this.steps(root);
      const seen = this.seen.get(root) ?? 0;
      const news = steps.filter(step => step.id > seen);
      if (news.length > 0) this.seen.set(root, Math.max(...news.map(step => step.id)));
      fresh.push(...news.filter(step => !step.reverted && !this.own.has(step.title)));
    }
    this.changes.fire();
    if (fresh.length === 0) return false;
    this.fresh.push(...fresh);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tell(this.fresh.splice(0)), quiet);
    return true;
  }

  /** The history of a repository, the newest first. */
  async steps(root: string): Promise<Step[]> {
    const answer = await this.asking.peek('cape.edits.history', at(root));
    return stepsOf(answer?.history ?? [], root);
  }

  /** One message for all that came together. */
  private async tell(steps: Step[]): Promise<void> {
    if (steps.length === 0) return;
    const files = [...new Set(steps.flatMap(step => step.files.map(file => file.file)))];
    const problems = steps.flatMap(step => step.files.flatMap(file => file.problems));
    const many = steps.length;
    const [first = ''] = files;
    const what =
      files.length === 1
        ? many === 1 ? vscode.l10n.t('{0} was edited', first) : vscode.l10n.t('{0} was edited {1} times', first, many)
        : vscode.l10n.t('{0} files were edited', files.length);
    const words = problems.length > 0 ? vscode.l10n.t('{0}, with new problems: {1}', what, problems.join('; ')) : what;
    const diff = vscode.l10n.t('Show Diff');
    const undo = vscode.l10n.t('Undo');
    const ask = problems.length > 0 ? tell.warning : tell.information;
    let choice = await ask(words, diff, undo);
    if (choice === diff) {
      await this.show(steps);
      choice = await ask(words, undo); // the message went away with the answer, and now the user knows enough to decide
    }
    if (choice === undo) await this.revert(steps);
  }

  /** Takes edits back, the newest first; ends with the first one that cannot be. */
  async revert(steps: Step[]): Promise<void> {
    for (const { id, root } of [...steps].sort((a, b) => b.id - a.id)) {
      const title = `revert edit ${id}`;
      this.own.add(title);
      // The server would ask again about what the user asks for.
      const answer = await asAskedFor(title, () => this.asking.expect('cape.edits.revert', { id, ...at(root) }));
      if (!answer) {
        this.look();
        return;
      }
    }
    tell.success(vscode.l10n.t('taken back'));
    this.look();
  }

  /** Shows what edits changed: the whole file where it still is as they left it, else the lines around. */
  async show(steps: Step[]): Promise<void> {
    const byFile = new Map<string, string[]>();
    for (const step of [...steps].sort((a, b) => b.id - a.id)) {
      for (const { path: name, diff } of step.files) byFile.set(name, [...(byFile.get(name) ?? []), diff]);
    }
    const title = steps.length === 1 ? vscode.l10n.t('edit {0}', steps[0]?.id ?? '') : vscode.l10n.t('{0} edits', steps.length);
    const drawn: [vscode.Uri, vscode.Uri, vscode.Uri][] = [];
    for (const [name, diffs] of byFile) drawn.push(...(await this.draw(vscode.Uri.file(name), diffs, steps)));
    const [one] = drawn;
    if (drawn.length === 1 && one) await vscode.commands.executeCommand('vscode.diff', one[1], one[2], `${path.basename(one[0].fsPath)} (${title})`);
    else if (drawn.length > 1) await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Changes by {0}', title), drawn);
  }

  private async draw(uri: vscode.Uri, diffs: string[], steps: Step[]): Promise<[vscode.Uri, vscode.Uri, vscode.Uri][]> {
    const now = await textOf(uri);
    const key = `edit ${steps.map(step => step.id).join(',')}`;
    const page = (side: string, text: string) => writeSide(uri, `${key} ${side}`, text);
    const whole = now === undefined ? undefined : sidesOfMany(diffs, now);
    if (whole) return [[uri, page('before', whole.before), uri]];
    const parts = diffs.map(diff => sidesOf(diff, undefined));
    if (parts.some(part => part === undefined)) {
      // The server cuts long diffs off.
      await vscode.window.showTextDocument(writePage(`${key}/${path.basename(uri.fsPath)}.diff`, diffs.join('\n')), { preview: false });
      return [];
    }
    const side = (of: 'before' | 'after') => [...parts].reverse().map(part => part?.[of] ?? '').join('');
    return [[uri, page('before', side('before')), page('after', side('after'))]];
  }
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
