// Saving after an agent's edit, as the setting cape.edits.save says.
//
// Only the editor knows whether a document had unsaved changes, and it must be asked before the edit
// makes one. So each workspace edit of the server leaves a note here, and the server asks with the
// request `cape/saveDocuments` {uris} -> {saved: bool[]} once it knows that the edit was one of an agent.
import * as vscode from 'vscode';
import { ApplyWorkspaceEditParams, ApplyWorkspaceEditResult } from 'vscode-languageclient/node';

/** The request's name; the server sends it when `capeSave` is true in the initialization options. */
export const saveRequest = 'cape/saveDocuments';

interface Note {
  wasClean: boolean;
  versionAfter: number;
}

export class Saving {
  private readonly notes = new Map<string, Note>();

  /** Applies an edit of the server and notes what it touched. */
  async apply<T>(params: ApplyWorkspaceEditParams, next: (params: ApplyWorkspaceEditParams) => T | Promise<T>): Promise<T> {
    const touched = touchedBy(params).map(uri => ({ uri, wasClean: !find(uri)?.isDirty }));
    const result = await next(params);
    if (!(result as ApplyWorkspaceEditResult).applied) return result;
    for (const { uri, wasClean } of touched) {
      const versionAfter = find(uri)?.version ?? 0;
      this.notes.set(uri, { wasClean, versionAfter });
    }
    return result;
  }

  /** Saves what the setting allows and says, for each document, whether its text is on the disk now. */
  async save(params: { uris: string[] }): Promise<{ saved: boolean[] }> {
    const saved: boolean[] = [];
    for (const uri of params.uris) saved.push(await this.saveOne(vscode.Uri.parse(uri).toString()));
    return { saved };
  }

  private async saveOne(uri: string): Promise<boolean> {
    const note = this.notes.get(uri);
    this.notes.delete(uri);
    const document = find(uri);
    if (!document) return false;
    if (!document.isDirty) return true; // files.autoSave was quicker
    const policy = vscode.workspace.getConfiguration('cape', document).get<string>('edits.save', 'whenClean');
    const unchanged = note?.versionAfter === document.version; // else the user is typing in it
    if (policy === 'always' || (policy === 'whenClean' && note?.wasClean && unchanged)) return document.save();
    return false;
  }
}

function touchedBy(params: ApplyWorkspaceEditParams): string[] {
  const uris = Object.keys(params.edit.changes ?? {});
  for (const change of params.edit.documentChanges ?? []) {
    if ('textDocument' in change) uris.push(change.textDocument.uri);
  }
  // The server's spelling of a URI is not always the editor's.
  return uris.map(uri => vscode.Uri.parse(uri).toString());
}

function find(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(document => document.uri.toString() === uri);
}
