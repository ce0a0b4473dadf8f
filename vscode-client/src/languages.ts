// Gives a JSON file that is CAPE's the language of CAPE's JSON. In the language `json`, VS Code marks each
// comment and says of each error what the server says better. Names alone do not tell: a control file may
// have any name, and cape-agent.json names the other files.
import * as vscode from 'vscode';
import { ExecuteCommandRequest, LanguageClient } from 'vscode-languageclient/node';
import { insideRoot } from './documents';

const controlSection = '"RunControl"';

export class Languages implements vscode.Disposable {
  private readonly seen = new Set<string>();
  private readonly opening: vscode.Disposable;

  /** Starts to look at documents; `client` must be running. */
  constructor(private readonly client: LanguageClient) {
    this.opening = vscode.workspace.onDidOpenTextDocument(document => void this.look(document));
    for (const document of vscode.workspace.textDocuments) void this.look(document);
  }

  dispose(): void {
    this.opening.dispose();
  }

  /** Once for each document: who chooses another language afterwards keeps it. */
  private async look(document: vscode.TextDocument): Promise<void> {
    const uri = document.uri.toString();
    if (document.languageId !== 'json' || document.uri.scheme !== 'file' || this.seen.has(uri)) return;
    this.seen.add(uri);
    if (!document.getText().includes(controlSection) && !(await this.mayBeEdited(document.uri))) return;
    if (document.isClosed || document.languageId !== 'json') return;
    await vscode.languages.setTextDocumentLanguage(document, 'cape-json');
  }

  /** Whether the allow-list of the repository names the file: then the server checks it. */
  private async mayBeEdited(uri: vscode.Uri): Promise<boolean> {
    if (!insideRoot(uri)) return false;
    try {
      const params = { command: 'cape.whyEditable', arguments: [{ fname: uri.fsPath }] };
      const answer = (await this.client.sendRequest(ExecuteCommandRequest.type, params)) as { editable?: boolean } | null;
      return answer?.editable === true;
    } catch {
      return false; // the server went away; the next one is asked of the next document
    }
  }
}
