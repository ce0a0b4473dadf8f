// The server's findings on their way to the editor. In a document of VS Code's own language for skills, what
// VS Code says by itself is left out; when it stops to say it, ours is there again.
import * as vscode from 'vscode';
import type { HandleDiagnosticsSignature } from 'vscode-languageclient/node';
import { withoutDoubles } from './doubles';

interface Told {
  uri: vscode.Uri;
  ours: vscode.Diagnostic[];
  shown: vscode.Diagnostic[] | undefined;
  show: HandleDiagnosticsSignature;
}

export class Findings implements vscode.Disposable {
  private readonly told = new Map<string, Told>();
  private readonly watching = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const uri of uris) this.look(uri);
  });

  /** The middleware of the LSP library. */
  handle(uri: vscode.Uri, ours: vscode.Diagnostic[], show: HandleDiagnosticsSignature): void {
    const told = { uri, ours, shown: undefined, show };
    if (ours.length > 0 && /\/SKILL\.md$/i.test(uri.path)) this.told.set(uri.toString(), told);
    else this.told.delete(uri.toString());
    this.tell(told);
  }

  dispose(): void {
    this.watching.dispose();
    this.told.clear();
  }

  private look(uri: vscode.Uri): void {
    const told = this.told.get(uri.toString());
    if (told) this.tell(told);
  }

  private tell(told: Told): void {
    const shown = isSkill(told.uri) ? withoutDoubles(told.ours, vscode.languages.getDiagnostics(told.uri)) : told.ours;
    if (told.shown?.length === shown.length && shown.every((finding, i) => finding === told.shown?.[i])) return;
    told.shown = shown;
    told.show(told.uri, shown);
  }
}

function isSkill(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some(document => document.languageId === 'skill' && document.uri.toString() === uri.toString());
}
