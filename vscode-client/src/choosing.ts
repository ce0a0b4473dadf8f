// What a command is about: said by the row or the code lens that it was called from, else chosen by the user.
import * as vscode from 'vscode';
import { at, Place, places } from './asking';
import { rootAbove } from './documents';
import { tell } from './tell';
import type { PlacedRow } from './views';

/** A row of a view, or what a code lens of the server names. */
export type Of = (Partial<PlacedRow> & { fname?: string }) | undefined;

/** The repository that a command is about, if that is said. */
export function rootOf(of: Of): string | undefined {
  if (of?.root !== undefined) return of.root;
  return of?.fname === undefined ? places()[0]?.root : (rootAbove(vscode.Uri.file(of.fname)) ?? places()[0]?.root);
}

/**
 * The repository of the active document, or the only one, or the one that the user chooses; one without a root where
 * there is none. Undefined when the user chooses nothing.
 */
export async function choosePlace(): Promise<Partial<Place> | undefined> {
  const all = places();
  const uri = vscode.window.activeTextEditor?.document.uri;
  const active = uri?.scheme === 'file' ? rootAbove(uri) : undefined;
  const mine = all.find(({ root }) => root === active);
  if (mine) return mine;
  if (all.length < 2) return all[0] ?? {};
  const items = all.map(place => ({ label: place.name, description: place.root, place }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which repository?') }))?.place;
}

/** The same, as the argument of a command of the server. */
export async function chooseAt(): Promise<{ fname?: string } | undefined> {
  const place = await choosePlace();
  return place && at(place.root);
}

/** Lets the user choose one of `items`; says `none` where there is none. */
export async function choose<T extends vscode.QuickPickItem>(items: T[], title: string, none: string): Promise<T | undefined> {
  if (items.length > 0) return vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  void tell.information(none);
  return undefined;
}

/** The file of a menu or a row, else the one that is open. `all` are those that are selected with it in the explorer. */
export function filesOf(of: unknown, all?: unknown): string[] {
  if (of instanceof vscode.Uri) {
    const uris = Array.isArray(all) ? all.filter(one => one instanceof vscode.Uri) : [];
    const wanted = uris.some(uri => uri.toString() === of.toString()) ? uris : [of];
    return wanted.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
  }
  const { file } = (of ?? {}) as PlacedRow;
  if (file !== undefined) return [file];
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === 'file' ? [uri.fsPath] : [];
}
