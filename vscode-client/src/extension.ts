// The extension: it starts cape-ls when the workspace has to do with CAPE, and leaves the rest to it.
import { loading } from './clock';
import * as vscode from 'vscode';
import { registerCommands } from './commands';
import { belongsToCAPE, workspaceIsCAPE } from './documents';
import { Session } from './session';
import { tell } from './tell';

const loaded = performance.now();
let session: Session | undefined;

/** Returns before the server runs: the editor waits for this function, and for nothing else. */
export function activate(context: vscode.ExtensionContext): void {
  const began = performance.now();
  const own = (session = new Session(context));
  context.subscriptions.push(own);
  registerCommands(context, own);
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('cape.server.path')) void serverPathChanged(own);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void own.trusted()),
  );
  const { version } = context.extension.packageJSON as { version: string };
  const ms = (from: number, to: number) => (to - from).toFixed(1);
  own.output.info(`cape-ls for VS Code ${version}: loaded in ${ms(loading, loaded)} ms, activated in ${ms(began, performance.now())} ms`);
  void startWhenNeeded(context, own);
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/**
 * Any Markdown, JSON or Python file wakes the extension, most of them for nothing: then no process is
 * started until a document of CAPE is opened.
 */
async function startWhenNeeded(context: vscode.ExtensionContext, own: Session): Promise<void> {
  const start = () => {
    waiting.dispose();
    void own.start();
  };
  const look = async () => {
    if (await workspaceIsCAPE()) start();
  };
  const waiting = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(document => {
      if (belongsToCAPE(document)) start();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void look()),
  );
  context.subscriptions.push(waiting);
  await look();
  if (vscode.workspace.textDocuments.some(belongsToCAPE)) start();
}

/** Every other setting is used by the server that runs. */
async function serverPathChanged(own: Session): Promise<void> {
  if (own.life.state !== 'running') {
    await own.restart();
    return;
  }
  const restart = vscode.l10n.t('Restart Server');
  const choice = await tell.information(vscode.l10n.t('another server is set in cape.server.path'), restart);
  if (choice === restart) await own.restart();
}
