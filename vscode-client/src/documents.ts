// Which documents the server is asked about, and when it is worth starting it.
import * as fs from 'node:fs';
import { access } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';

/**
 * The documents with language features. Chosen by path: the same SKILL.md is `skill`, `markdown` or
 * `plaintext`, depending on the editor's age. Whether another JSON file, a table or a script belongs to CAPE
 * is the server's decision.
 */
export const selector = [
  { scheme: 'file', pattern: '**/{SKILL,skill}.md' },
  { scheme: 'file', pattern: '**/*.{json,yaml,yml}' },
  { scheme: 'file', pattern: '**/*.csv' },
  { scheme: 'file', pattern: '**/tools/*.py' },
];

const ownNames = /^(SKILL\.md|skill\.md|cape-agent\.json|cape\.json|py(Cart|Fun|Kes|LCH|Lava|Over|US)\.(json|ya?ml))$/;
const mayBelong = /(\.(json|ya?ml|csv)|\/tools\/[^/]+\.py)$/;
const marks = ['cape-agent.json', path.join('.agents', 'skills')];

/** Whether `document` is a reason to start the server. */
export function belongsToCAPE(document: vscode.TextDocument): boolean {
  const uri = document.uri;
  if (uri.scheme !== 'file') return false;
  if (ownNames.test(path.posix.basename(uri.path))) return true;
  return mayBelong.test(uri.path) && insideRoot(uri);
}

/** Whether one of the workspace folders is itself a CAPE repository. The editor does not wait for a slow disk here. */
export async function workspaceIsCAPE(): Promise<boolean> {
  const files = localFolders().flatMap(folder => marks.map(mark => path.join(folder, mark)));
  const there = await Promise.all(files.map(file => access(file).then(() => true, () => false)));
  return there.includes(true);
}

/** The workspace folders that are CAPE repositories. */
export function workspaceRoots(): string[] {
  return localFolders().filter(hasMark);
}

function localFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

/**
 * Whether a folder between the file and its workspace folder bears a mark of CAPE. Answers at once:
 * who waits here may be overtaken by an edit of the same document.
 */
export function insideRoot(uri: vscode.Uri): boolean {
  return rootAbove(uri) !== undefined;
}

/** The nearest folder above the file, inside its workspace folder, that bears a mark of CAPE. */
export function rootAbove(uri: vscode.Uri): string | undefined {
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  if (top === undefined) return undefined;
  for (let folder = path.dirname(uri.fsPath); folder.length >= top.length; folder = path.dirname(folder)) {
    if (hasMark(folder)) return folder;
    if (folder === path.dirname(folder)) break;
  }
  return undefined;
}

function hasMark(folder: string): boolean {
  return marks.some(mark => fs.existsSync(path.join(folder, mark)));
}
