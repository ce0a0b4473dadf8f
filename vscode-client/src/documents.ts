// Which documents the server is asked about, and when it is worth starting it.
import * as vscode from 'vscode';

/**
 * The documents with language features. Chosen by path: the same SKILL.md is `skill`, `markdown` or
 * `plaintext`, depending on the editor's age. Whether another JSON file or script belongs to CAPE is
 * the server's decision.
 */
export const selector = [
  { scheme: 'file', pattern: '**/{SKILL,skill}.md' },
  { scheme: 'file', pattern: '**/*.json' },
  { scheme: 'file', pattern: '**/tools/*.py' },
];

const ownNames = /^(SKILL\.md|skill\.md|cape-agent\.json|cape\.json|py(Cart|Fun|Kes|LCH|Lava|Over|US)\.json)$/;
const mayBelong = /(\.json|\/tools\/[^/]+\.py)$/;
const marks = ['cape-agent.json', '.agents/skills'];

/** Whether `document` is a reason to start the server. */
export async function belongsToCAPE(document: vscode.TextDocument): Promise<boolean> {
  const uri = document.uri;
  if (uri.scheme !== 'file') return false;
  if (ownNames.test(uri.path.slice(uri.path.lastIndexOf('/') + 1))) return true;
  return mayBelong.test(uri.path) && (await insideRoot(uri));
}

/** Whether one of the workspace folders is itself a CAPE repository. */
export async function workspaceIsCAPE(): Promise<boolean> {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    if (folder.uri.scheme === 'file' && (await hasMark(folder.uri))) return true;
  }
  return false;
}

/** Whether a folder between the file and its workspace folder bears a mark of CAPE. */
export async function insideRoot(uri: vscode.Uri): Promise<boolean> {
  const top = vscode.workspace.getWorkspaceFolder(uri);
  if (!top) return false;
  for (let folder = parent(uri); folder.path.length >= top.uri.path.length; folder = parent(folder)) {
    if (await hasMark(folder)) return true;
    if (folder.path === '/') break;
  }
  return false;
}

const parent = (uri: vscode.Uri) => vscode.Uri.joinPath(uri, '..');

async function hasMark(folder: vscode.Uri): Promise<boolean> {
  for (const mark of marks) {
    try {
      await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, mark));
      return true;
    } catch {
      // Not there: the next mark.
    }
  }
  return false;
}
