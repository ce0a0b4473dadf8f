// One running server: started, stopped, started again.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as vscode from 'vscode';
import { ApplyWorkspaceEditResult, LanguageClient, LanguageClientOptions, RevealOutputChannelOn, ServerOptions, State, TransportKind } from 'vscode-languageclient/node';
import { Consent } from './consent';
import { selector } from './documents';
import { Languages } from './languages';
import { Life } from './life';
import { Mirror } from './mirror';
import { forPeople } from './present';
import { Saving, saveRequest } from './saving';
import { findServer } from './server';

export class Session implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('CAPE', { log: true });
  /** What becomes of the server, for those who show it. */
  readonly life = new Life();
  private client: LanguageClient | undefined;
  private watching: vscode.Disposable[] = [];
  private starting: Promise<LanguageClient | undefined> | undefined;

  constructor(private readonly extension: vscode.ExtensionContext) {}

  /** Starts the server if it does not run. Undefined, after telling the user why, when it cannot be started. */
  start(): Promise<LanguageClient | undefined> {
    this.starting ??= this.launchOnce();
    return this.starting;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.starting?.catch(() => undefined);
    const client = this.client;
    this.stopWatching();
    this.client = this.starting = undefined;
    await client?.dispose();
  }

  dispose(): void {
    void this.stop();
    this.output.dispose();
    this.life.dispose();
  }

  /** Launches; after a failure the next command tries again. */
  private launchOnce(): Promise<LanguageClient | undefined> {
    const attempt = this.launch().then(client => {
      if (!client && this.starting === attempt) this.starting = undefined;
      return client;
    });
    return attempt;
  }

  private async launch(): Promise<LanguageClient | undefined> {
    const setting = vscode.workspace.getConfiguration('cape').get<string>('server.path', '');
    const found = findServer(setting, this.extension.extensionPath, thisMachine());
    if ('problem' in found) {
      void this.explain(found.problem);
      return undefined;
    }
    const client = this.create(found.program);
    try {
      await client.start();
    } catch (error) {
      void this.explain(`${found.program} did not start: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
    this.client = client;
    return client;
  }

  private create(program: string): LanguageClient {
    const server: ServerOptions = { command: program, args: ['serve'], transport: TransportKind.stdio };
    const consent = new Consent();
    const saving = new Saving();
    const options: LanguageClientOptions = {
      documentSelector: selector,
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // The settings too: what is asked of the server before it has asked for them is answered by them.
      initializationOptions: () => ({ capeSave: true, capeShow: true, trusted: vscode.workspace.isTrusted, cape: vscode.workspace.getConfiguration('cape') }),
      synchronize: { configurationSection: 'cape' },
      middleware: {
        ...forPeople,
        workspace: {
          handleApplyEdit: async (params, next) => {
            const wanted = await consent.ask(params);
            if ('refused' in wanted) return { applied: false, failureReason: wanted.refused };
            const result = await saving.apply(wanted.edit, async p => next(p, never));
            if ((result as ApplyWorkspaceEditResult).applied) this.life.edited();
            return result;
          },
        },
      },
    };
    const client = new LanguageClient('cape', 'CAPE', server, options);
    this.life.created(client);
    client.onRequest(saveRequest, (params: { uris: string[] }) => saving.save(params));
    // Also after a crash: the new server knows nothing of the files that the old one was told of.
    client.onDidChangeState(({ newState }) => {
      this.life.follow(client, newState);
      this.stopWatching();
      if (newState === State.Running) this.watching = [new Mirror(client), new Languages(client)];
    });
    return client;
  }

  private stopWatching(): void {
    for (const watch of this.watching.splice(0)) watch.dispose();
  }

  /** Says what is wrong and offers the ways out. */
  private async explain(problem: string): Promise<void> {
    this.output.error(problem);
    this.life.failed(problem);
    const settings = 'Open Settings';
    const install = 'How to Install';
    const again = 'Try Again';
    const choice = await vscode.window.showErrorMessage(`CAPE: ${problem}`, settings, install, again);
    if (choice === settings) {
      // On a remote host, a setting of the machine is not among those of the user, where the other command looks.
      const query = 'cape.server.path';
      if (vscode.env.remoteName) await vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query });
      else await vscode.commands.executeCommand('workbench.action.openSettings', query);
    }
    if (choice === install) {
      // The packager writes the name in small letters.
      const name = fs.readdirSync(this.extension.extensionPath).find(file => /^readme\.md$/i.test(file)) ?? 'README.md';
      await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(this.extension.extensionUri, name));
    }
    if (choice === again) await this.restart();
  }
}

/** An edit that arrived is never called back. */
const never = new vscode.CancellationTokenSource().token;

function thisMachine() {
  return {
    platform: process.platform,
    home: os.homedir(),
    searchPath: process.env['PATH'] ?? '',
    isProgram(file: string): boolean {
      try {
        fs.accessSync(file, fs.constants.X_OK);
        return fs.statSync(file).isFile();
      } catch {
        return false;
      }
    },
  };
}
