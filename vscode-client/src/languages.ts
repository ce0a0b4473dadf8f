// Gives a JSON file that is CAPE's the language of CAPE's JSON. In the language `json`, VS Code marks each
// comment and says of each error what the server says better. Names alone do not tell: a control file may
// have any name, and cape-agent.json names the other files. A pattern for the first line would not help: it
// is a brace in every JSON file.
import * as vscode from 'vscode';
import { ExecuteCommandRequest, LanguageClient } from 'vscode-languageclient/node';
import type { Answer } from './answers';
import { insideRoot } from './documents';

const controlSection = /"RunControl"\s*:/;

export class Languages implements vscode.Disposable {
  private readonly seen = new Set<string>();
  private readonly given = new Set<string>();
  private readonly watching: vscode.Disposable[];

  /** Starts to look at documents; `client` must be running. `changed` fires when another file may be CAPE's. */
  constructor(private readonly client: LanguageClient, changed: vscode.Event<void>) {
    this.watching = [
      changed(() => this.lookAgain()),
      vscode.workspace.onDidOpenTextDocument(document => void this.look(document)),
      vscode.workspace.onDidCloseTextDocument(document => this.closed(document)),
    ];
    for (const document of vscode.workspace.textDocuments) void this.look(document);
  }

  dispose(): void {
    for (const watch of this.watching) watch.dispose();
  }

  /** Not at those that have got the language before: they are what the user made of them. */
  private lookAgain(): void {
    for (const document of vscode.workspace.textDocuments) {
      const uri = document.uri.toString();
      if (document.languageId !== 'json' || this.given.has(uri)) continue;
      this.seen.delete(uri);
      void this.look(document);
    }
  }

  /** Once while a document is open: who chooses another language for it keeps that one. */
  private async look(document: vscode.TextDocument): Promise<void> {
    const uri = document.uri.toString();
    if (document.uri.scheme !== 'file' || this.seen.has(uri)) return;
    this.seen.add(uri);
    if (document.languageId !== 'json' || isAssociated(document)) return;
    if (!controlSection.test(document.getText()) && !(await this.mayBeEdited(document.uri))) return;
    if (document.isClosed || document.languageId !== 'json') return;
    this.given.add(uri);
    try {
      await vscode.languages.setTextDocumentLanguage(document, 'cape-json');
    } catch {
      // It was closed at this very moment.
    }
  }

  /** A document that gets another language is closed and opened at once, and is no new one. */
  private closed({ uri }: vscode.TextDocument): void {
    setImmediate(() => {
      const open = vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString());
      if (!open) for (const known of [this.seen, this.given]) known.delete(uri.toString());
    });
  }

  /** Whether the allow-list of the repository names the file: then the server checks it. */
  private async mayBeEdited(uri: vscode.Uri): Promise<boolean> {
    if (!insideRoot(uri)) return false;
    try {
      const params = { command: 'cape.whyEditable', arguments: [{ fname: uri.fsPath }] };
      const answer = (await this.client.sendRequest(ExecuteCommandRequest.type, params)) as Answer<'cape.whyEditable'> | null;
      return answer?.success === true && answer.editable;
    } catch {
      return false; // the server went away; the next one is asked of the next document
    }
  }
}

/** Whether the user's own files.associations say that the document is `json`. */
function isAssociated(document: vscode.TextDocument): boolean {
  const associations = vscode.workspace.getConfiguration('files', document).get<Record<string, string>>('associations', {});
  const patterns = Object.keys(associations).filter(pattern => associations[pattern] === 'json');
  return patterns.some(pattern => vscode.languages.match({ pattern: pattern.includes('/') ? pattern : `**/${pattern}` }, document) > 0);
}
