// One running server: started, stopped, started again.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, RevealOutputChannelOn, ServerOptions, State, TransportKind } from 'vscode-languageclient/node';
import { selector } from './documents';
import { Mirror } from './mirror';
import { forPeople } from './present';
import { Saving, saveRequest } from './saving';
import { findServer } from './server';

export class Session implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('CAPE', { log: true });
  private client: LanguageClient | undefined;
  private mirror: Mirror | undefined;
  private starting: Promise<LanguageClient | undefined> | undefined;

  constructor(private readonly extension: vscode.ExtensionContext) {}

  /** Starts the server if it does not run. Undefined, after telling the user why, when it cannot be started. */
  start(): Promise<LanguageClient | undefined> {
    this.starting ??= this.launch();
    return this.starting;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.starting?.catch(() => undefined);
    const client = this.client;
    this.mirror?.dispose();
    this.client = this.mirror = this.starting = undefined;
    await client?.dispose();
  }

  dispose(): void {
    void this.stop();
    this.output.dispose();
  }

  private async launch(): Promise<LanguageClient | undefined> {
    const setting = vscode.workspace.getConfiguration('cape').get<string>('server.path', '');
    const found = findServer(setting, this.extension.extensionPath, thisMachine());
    if ('problem' in found) {
      this.starting = undefined; // the next command looks again
      void this.explain(found.problem);
      return undefined;
    }
    const client = this.create(found.program);
    try {
      await client.start();
    } catch (error) {
      this.starting = undefined;
      void this.explain(`${found.program} did not start: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
    this.client = client;
    return client;
  }

  private create(program: string): LanguageClient {
    const server: ServerOptions = { command: program, args: ['serve'], transport: TransportKind.stdio };
    const saving = new Saving();
    const options: LanguageClientOptions = {
      documentSelector: selector,
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { capeSave: true, capeShow: true, trusted: vscode.workspace.isTrusted },
      synchronize: { configurationSection: 'cape' },
      middleware: {
        ...forPeople,
        workspace: { handleApplyEdit: (params, next) => saving.apply(params, async p => next(p, never)) },
      },
    };
    const client = new LanguageClient('cape', 'CAPE', server, options);
    client.onRequest(saveRequest, (params: { uris: string[] }) => saving.save(params));
    // Also after a crash: the new server knows nothing of the files that the old one was told of.
    client.onDidChangeState(({ newState }) => {
      this.mirror?.dispose();
      this.mirror = newState === State.Running ? new Mirror(client) : undefined;
    });
    return client;
  }

  /** Says what is wrong and offers the ways out. */
  private async explain(problem: string): Promise<void> {
    this.output.error(problem);
    const settings = 'Open Settings';
    const install = 'How to Install';
    const again = 'Try Again';
    const choice = await vscode.window.showErrorMessage(`CAPE: ${problem}`, settings, install, again);
    if (choice === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'cape.server.path');
    if (choice === install) {
      const readme = vscode.Uri.joinPath(this.extension.extensionUri, 'README.md');
      await vscode.commands.executeCommand('markdown.showPreview', readme);
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
