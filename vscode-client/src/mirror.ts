// Tells the server of open files that have no language features of ours: a namelist, an XML file.
// An agent may edit them, and its edit must be made on the text in the editor, not on the disk's.
// They are not in the document selector, where our empty answers would stand in the way of other
// extensions (a formatter for every file is a question to the user at each save).
import * as vscode from 'vscode';
import {
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  LanguageClient,
} from 'vscode-languageclient/node';
import { insideRoot, selector } from './documents';

/** Nobody need know when it fails: a server that has just died is sent all open files when it is back. */
const quietly = (sent: Promise<void>): void => void sent.catch(() => {});

export class Mirror implements vscode.Disposable {
  private readonly open = new Set<string>();
  private readonly subscriptions: vscode.Disposable[];

  /** Starts to mirror; `client` must be running. */
  constructor(private readonly client: LanguageClient) {
    this.subscriptions = [
      vscode.workspace.onDidOpenTextDocument(document => this.opened(document)),
      vscode.workspace.onDidChangeTextDocument(event => this.changed(event)),
      vscode.workspace.onDidSaveTextDocument(document => this.saved(document)),
      vscode.workspace.onDidCloseTextDocument(document => this.closed(document)),
    ];
    for (const document of vscode.workspace.textDocuments) this.opened(document);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.open.clear();
  }

  private opened(document: vscode.TextDocument): void {
    const { uri } = document;
    if (uri.scheme !== 'file' || vscode.languages.match(selector, document) > 0) return;
    if (this.open.has(uri.toString()) || !insideRoot(uri)) return;
    this.open.add(uri.toString());
    const params = this.client.code2ProtocolConverter.asOpenTextDocumentParams(document);
    quietly(this.client.sendNotification(DidOpenTextDocumentNotification.type, params));
  }

  private changed(event: vscode.TextDocumentChangeEvent): void {
    const { document } = event;
    if (event.contentChanges.length === 0 || !this.open.has(document.uri.toString())) return;
    const params = this.client.code2ProtocolConverter.asChangeTextDocumentParams(event, document.uri, document.version);
    quietly(this.client.sendNotification(DidChangeTextDocumentNotification.type, params));
  }

  private saved(document: vscode.TextDocument): void {
    if (!this.open.has(document.uri.toString())) return;
    const textDocument = this.client.code2ProtocolConverter.asTextDocumentIdentifier(document);
    quietly(this.client.sendNotification(DidSaveTextDocumentNotification.type, { textDocument }));
  }

  private closed(document: vscode.TextDocument): void {
    if (!this.open.delete(document.uri.toString())) return;
    const params = this.client.code2ProtocolConverter.asCloseTextDocumentParams(document);
    quietly(this.client.sendNotification(DidCloseTextDocumentNotification.type, params));
  }
}
