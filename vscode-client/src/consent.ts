// Asking for consent to the edit of an agent: the change as a diff, and one question above it. VS Code's own
// preview starts with every box empty, so that "Apply" does nothing until each box is ticked.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ApplyWorkspaceEditParams, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageclient/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { dropPage, writePage } from './pages';

interface Change {
  uri: vscode.Uri;
  before: vscode.Uri;
  after: vscode.Uri;
}

export class Consent {
  private last: Promise<unknown> = Promise.resolve();
  private count = 0;

  /** Returns what is to be applied, without a question left in it, or undefined when the user refused. */
  ask(params: ApplyWorkspaceEditParams): Promise<ApplyWorkspaceEditParams | undefined> {
    const edits = textEdits(params.edit);
    if (!edits || !asksForConsent(params.edit)) return Promise.resolve(params);
    // One question at a time: a second one would close the first.
    const answer = this.last.then(() => this.question(params, edits));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async question(params: ApplyWorkspaceEditParams, edits: TextDocumentEdit[]): Promise<ApplyWorkspaceEditParams | undefined> {
    const changes: Change[] = [];
    for (const edit of edits) changes.push(await this.draw(edit));
    const title = titleOf(params, changes);
    await show(title, changes);
    const apply = { label: '$(check) Apply', detail: 'The edit can be undone afterwards' };
    const refuse = { label: '$(x) Refuse', detail: 'Nothing is changed, and the agent is told so' };
    const choice = await vscode.window.showQuickPick([apply, refuse], { title, placeHolder: 'Apply this edit?', ignoreFocusOut: true });
    await close(title, changes);
    return choice === apply ? withoutQuestion(params) : undefined;
  }

  /** A file that is not open is shown from pages: opening it would tell the server that it has changed. */
  private async draw({ textDocument, edits }: TextDocumentEdit): Promise<Change> {
    const uri = vscode.Uri.parse(textDocument.uri);
    const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
    const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    const plain = edits.flatMap(edit => ('newText' in edit ? [edit] : []));
    const after = TextDocument.applyEdits(TextDocument.create(textDocument.uri, '', 0, text), plain);
    const number = ++this.count;
    const name = path.posix.basename(uri.path);
    return {
      uri,
      before: open ? uri : writePage(`${number}/before/${name}`, text),
      after: writePage(`${number}/after/${name}`, after),
    };
  }
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
    await vscode.commands.executeCommand('vscode.diff', first.before, first.after, title, { preview: true });
    return;
  }
  await vscode.commands.executeCommand('vscode.changes', title, changes.map(c => [c.uri, c.before, c.after]));
}

/** Closes the diff and forgets its pages. Of a diff of several files, the API tells only the title. */
async function close(title: string, changes: Change[]): Promise<void> {
  const pages = new Set(changes.map(change => change.after.toString()));
  const shows = ({ input, label }: vscode.Tab) =>
    input instanceof vscode.TabInputTextDiff ? pages.has(input.modified.toString()) : changes.length > 1 && label.startsWith(title);
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(shows);
  await vscode.window.tabGroups.close(tabs);
  for (const { before, after } of changes) [before, after].forEach(dropPage);
}
