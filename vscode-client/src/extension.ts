// The extension: it starts cape-ls when the workspace has to do with CAPE, and leaves the rest to it.
import * as vscode from 'vscode';
import { registerCommands } from './commands';
import { belongsToCAPE, workspaceIsCAPE } from './documents';
import { Session } from './session';

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const own = (session = new Session(context));
  context.subscriptions.push(own);
  registerCommands(context, own);
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('cape.server.path')) void own.restart();
    }),
    // What was held back in an untrusted workspace is decided by the server at its start.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void own.restart()),
  );
  await startWhenNeeded(context, own);
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/**
 * Any Markdown, JSON or Python file wakes the extension, most of them for nothing: then no process is
 * started until a document of CAPE is opened.
 */
async function startWhenNeeded(context: vscode.ExtensionContext, own: Session): Promise<void> {
  if (workspaceIsCAPE() || vscode.workspace.textDocuments.some(belongsToCAPE)) {
    await own.start();
    return;
  }
  const waiting = vscode.workspace.onDidOpenTextDocument(document => {
    if (!belongsToCAPE(document)) return;
    waiting.dispose();
    void own.start();
  });
  context.subscriptions.push(waiting);
}
