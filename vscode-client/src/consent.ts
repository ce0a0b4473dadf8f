// Asking for consent to the edit of an agent: the change as a diff, and one question above it. VS Code's own
// preview starts with every box empty, so that "Apply" does nothing until each box is ticked.
import * as vscode from 'vscode';
import type { ApplyWorkspaceEditParams, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageclient/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { dropPage, writeSide } from './pages';

interface Change {
  uri: vscode.Uri;
  /** The text that the change was drawn for. */
  text: string;
  before: vscode.Uri;
  after: vscode.Uri;
}

/** An edit to be made, without a question left in it, or why it is not to be made. */
export type Consented = { edit: ApplyWorkspaceEditParams } | { refused: string };

/** The server's labels of edits that the user has asked for: the question has been answered before. */
const asked = new Set<string>();

/** Takes an edit of that label as wanted while `run` goes on. */
export async function asAskedFor<T>(label: string, run: () => Promise<T>): Promise<T> {
  asked.add(label);
  try {
    return await run();
  } finally {
    asked.delete(label);
  }
}

const changedMeanwhile = 'the text has changed meanwhile';

export class Consent {
  private last: Promise<unknown> = Promise.resolve();
  private count = 0;

  /** Asks the user where the edit wants it. */
  ask(params: ApplyWorkspaceEditParams): Promise<Consented> {
    const edits = textEdits(params.edit);
    if (!edits || !asksForConsent(params.edit)) return Promise.resolve({ edit: params });
    if (asked.has(params.label ?? '')) return Promise.resolve({ edit: withoutQuestion(params) });
    // One question at a time: a second one would close the first.
    const answer = this.last.then(() => this.question(params, edits));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async question(params: ApplyWorkspaceEditParams, edits: TextDocumentEdit[]): Promise<Consented> {
    const changes: Change[] = [];
    for (const edit of edits) {
      const change = await this.draw(edit);
      if ('refused' in change) {
        forget(changes);
        return change;
      }
      changes.push(change);
    }
    const title = titleOf(params, changes);
    const wait = new Waiting(changes, tab => shows(tab, title, changes));
    try {
      await show(title, changes);
      const apply = { label: `$(check) ${vscode.l10n.t('Apply')}`, detail: vscode.l10n.t('The edit can be undone afterwards') };
      const refuse = { label: `$(x) ${vscode.l10n.t('Refuse')}`, detail: vscode.l10n.t('Nothing is changed, and the agent is told so') };
      const how = { title, placeHolder: vscode.l10n.t('Apply this edit?'), ignoreFocusOut: true };
      const choice = await vscode.window.showQuickPick([apply, refuse], how, wait.token);
      if (wait.over) return { refused: wait.over };
      if (choice !== apply) return { refused: 'the user refused the edit' };
      for (const change of changes) if ((await textOf(change.uri)) !== change.text) return { refused: changedMeanwhile };
      return { edit: withoutQuestion(params) };
    } finally {
      wait.dispose();
      await close(title, changes);
    }
  }

  /** A file that is not open is shown from pages: opening it would tell the server that it has changed. */
  private async draw({ textDocument, edits }: TextDocumentEdit): Promise<Change | { refused: string }> {
    const uri = vscode.Uri.parse(textDocument.uri);
    const open = find(uri);
    // The edit was made for a text that has gone on while an earlier question was open.
    if (open && typeof textDocument.version === 'number' && textDocument.version !== open.version) return { refused: changedMeanwhile };
    try {
      const text = await textOf(uri);
      const plain = edits.flatMap(edit => ('newText' in edit ? [edit] : []));
      const after = TextDocument.applyEdits(TextDocument.create(textDocument.uri, '', 0, text), plain);
      const number = ++this.count;
      return {
        uri,
        text,
        before: open ? uri : writeSide(uri, `${number} before`, text),
        after: writeSide(uri, `${number} after`, after),
      };
    } catch (error) {
      return { refused: `the edit cannot be shown: ${error instanceof Error ? error.message : String(error)}` };
    }
  }
}

/** Ends a question that has lost its meaning: the text goes on, or the user closes what they are asked about. */
class Waiting {
  /** Why the question is over before it was answered. */
  over: string | undefined;
  private readonly source = new vscode.CancellationTokenSource();
  private readonly subscriptions: vscode.Disposable[];
  readonly token = this.source.token;

  constructor(changes: Change[], isShown: (tab: vscode.Tab) => boolean) {
    const uris = new Set(changes.map(change => change.uri.toString()));
    this.subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && uris.has(document.uri.toString())) this.end(changedMeanwhile);
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.some(isShown)) this.end('the user closed the preview of the edit');
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.source.dispose();
  }

  private end(why: string): void {
    this.over ??= why;
    this.source.cancel();
  }
}

function find(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
}

/** What the edit would be made on: the open document, else the disk. */
async function textOf(uri: vscode.Uri): Promise<string> {
  return find(uri)?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** The edits of texts; undefined when there is also something else, as a file that is renamed. */
function textEdits(edit: WorkspaceEdit): TextDocumentEdit[] | undefined {
  const changes = edit.documentChanges ?? [];
  const texts = changes.filter((change): change is TextDocumentEdit => 'textDocument' in change);
  return texts.length > 0 && texts.length === changes.length ? texts : undefined;
}

function asksForConsent(edit: WorkspaceEdit): boolean {
  return Object.values(edit.changeAnnotations ?? {}).some(note => note.needsConfirmation);
}

function withoutQuestion(params: ApplyWorkspaceEditParams): ApplyWorkspaceEditParams {
  const notes = Object.entries(params.edit.changeAnnotations ?? {});
  const changeAnnotations = Object.fromEntries(notes.map(([id, note]) => [id, { ...note, needsConfirmation: false }]));
  return { ...params, edit: { ...params.edit, changeAnnotations } };
}

/** What is done, and why, where the agent gave a reason: else the server names the tool and the file again. */
function titleOf(params: ApplyWorkspaceEditParams, changes: Change[]): string {
  const what = params.label ?? changes.map(change => vscode.workspace.asRelativePath(change.uri)).join(', ');
  const labels = Object.values(params.edit.changeAnnotations ?? {}).map(note => note.label);
  return [what, ...new Set(labels.filter(label => label !== what && !label.startsWith('edit_file ')))].join('; ');
}

async function show(title: string, changes: Change[]): Promise<void> {
  // A preview tab would give its place to the diff, and be gone with it.
  if (vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview) await vscode.commands.executeCommand('workbench.action.keepEditor');
  const [first] = changes;
  if (changes.length === 1 && first) {
    // No preview tab: the next file that the user looks at would take its place, and closing it is an answer.
    await vscode.commands.executeCommand('vscode.diff', first.before, first.after, title, { preview: false });
    return;
  }
  await vscode.commands.executeCommand('vscode.changes', title, changes.map(c => [c.uri, c.before, c.after]));
  await vscode.commands.executeCommand('workbench.action.keepEditor'); // this one opens as a preview tab and takes no options
}

/** Whether the tab is the preview. Of a diff of several files, the API tells only the title. */
function shows({ input, label }: vscode.Tab, title: string, changes: Change[]): boolean {
  if (input instanceof vscode.TabInputTextDiff) return changes.some(change => change.after.toString() === input.modified.toString());
  return changes.length > 1 && label.startsWith(title);
}

/** Closes the diff and forgets its pages. */
async function close(title: string, changes: Change[]): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(tab => shows(tab, title, changes));
  await vscode.window.tabGroups.close(tabs);
  forget(changes);
}

function forget(changes: Change[]): void {
  for (const { before, after } of changes) [before, after].forEach(dropPage);
}
