// The connection to one server: what this client says of itself, and what it does with what the server asks.
import * as vscode from 'vscode';
import {
  ApplyWorkspaceEditResult,
  CloseAction,
  DidChangeConfigurationNotification,
  ErrorAction,
  LanguageClient,
  LanguageClientOptions,
  Middleware,
  RevealOutputChannelOn,
  ServerOptions,
  State,
} from 'vscode-languageclient/node';
import { Consent } from './consent';
import { selector } from './documents';
import { withoutDoubleKeys } from './doubles';
import { Findings } from './findings';
import { Languages } from './languages';
import { Life } from './life';
import { forPeople } from './middleware';
import { Mirror } from './mirror';
import { ChosenPython } from './python';
import { Saving, saveRequest } from './saving';

/** What a connection needs of the session that it belongs to. */
export interface Around {
  output: vscode.LogOutputChannel;
  trace: vscode.LogOutputChannel;
  life: Life;
  /** The server is gone; perhaps it was asked to. */
  closed(): void;
  /** The server says things that cannot be understood. */
  garbled(): void;
}

const trustNotification = 'cape/trust';
const tolerated = 3; // messages that cannot be understood

/** Failures are told by the session, once for each; the library would open a window of its own for some. */
class Quiet extends LanguageClient {
  /** Nothing that fails now is worth a word. */
  ending = false;
  private begun = false;

  override error(message: string, data?: unknown): void {
    if (!this.ending) super.error(message, data, false);
  }

  /** Once: the library would start another server of its own for a notification to one that is gone. */
  override start(): Promise<void> {
    if (this.begun && this.needsStart()) return Promise.reject(new Error('this server has ended'));
    this.begun = true;
    return super.start();
  }
}

export class Connection {
  readonly client: Quiet;
  private readonly consent = new Consent();
  private readonly saving = new Saving();
  private readonly findings = new Findings();
  private readonly python = new ChosenPython(() => void this.settingsChanged());
  private watching: vscode.Disposable[] = [];
  private interpreter: string | undefined;

  /** A connection to the server that `server` starts; nothing is started yet. */
  constructor(server: ServerOptions, private readonly around: Around) {
    this.client = new Quiet('cape', 'CAPE', server, this.options());
    around.life.created(this.client);
    this.client.onNotification('cape/changed', () => around.life.listsChanged());
    this.client.onRequest(saveRequest, (params: { uris: string[] }) => this.saving.save(params));
    this.client.onDidChangeState(({ newState }) => {
      around.life.follow(this.client, newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : 'stopped');
      for (const watch of this.watching.splice(0)) watch.dispose();
      if (newState === State.Running) this.watching = [new Mirror(this.client), new Languages(this.client, around.life.onDidChangeLists)];
    });
  }

  async start(): Promise<void> {
    this.interpreter = await this.python.file();
    await this.client.start();
  }

  /** Tells the server that the user trusts the workspace, and of the settings that count from now on. */
  async trusted(): Promise<void> {
    await this.client.sendNotification(trustNotification, { trusted: true });
    await this.settingsChanged();
  }

  /** Asks the server to end, where there is one that can be asked. */
  async end(): Promise<void> {
    this.client.ending = true;
    await this.client.dispose().catch(() => undefined);
    this.python.dispose();
    this.findings.dispose();
  }

  /** Makes the server ask for its settings. */
  private async settingsChanged(): Promise<void> {
    if (this.client.isRunning()) await this.client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: selector,
      outputChannel: this.around.output,
      traceOutputChannel: this.around.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      stdioOptions: { stdout: () => undefined, stderr: () => undefined }, // listened to by the session
      // The settings too: what is asked of the server before it has asked for them is answered by them.
      initializationOptions: () => ({
        capeSave: true,
        capeShow: true,
        capeTools: true,
        trusted: vscode.workspace.isTrusted,
        python: this.interpreter,
        cape: vscode.workspace.getConfiguration('cape'),
      }),
      synchronize: { configurationSection: 'cape' },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: (_error, _message, count) => {
          if ((count ?? 0) > tolerated) this.around.garbled();
          return { action: ErrorAction.Continue, handled: true };
        },
        // The next server is found and started as the first one was, by the session.
        closed: () => {
          this.around.closed();
          return { action: CloseAction.DoNotRestart, handled: true, message: 'the connection to the server is closed' };
        },
      },
      middleware: this.middleware(),
    };
  }

  private middleware(): Middleware {
    return {
      ...forPeople,
      provideCompletionItem: async (document, position, context, token, next) => {
        const answer = await next(document, position, context, token);
        if (!answer || document.languageId !== 'skill') return answer;
        return Array.isArray(answer) ? withoutDoubleKeys(answer) : Object.assign(answer, { items: withoutDoubleKeys(answer.items) });
      },
      handleDiagnostics: (uri, diagnostics, next) => this.findings.handle(uri, diagnostics, next),
      workspace: {
        // Where the user named no Python in our setting, the one of the Python extension is as good as named.
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          if (!Array.isArray(answers)) return answers;
          const python = await this.python.file();
          return answers.map((answer: unknown, i) => (params.items[i]?.section === 'cape' ? withPython(answer, python) : answer));
        },
        handleApplyEdit: async (params, next) => {
          const wanted = await this.consent.ask(params);
          if ('refused' in wanted) return { applied: false, failureReason: wanted.refused };
          const result = await this.saving.apply(wanted.edit, async p => next(p, never));
          if ((result as ApplyWorkspaceEditResult).applied) this.around.life.edited();
          return result;
        },
      },
    };
  }
}

function withPython(settings: unknown, python: string | undefined): unknown {
  if (typeof settings !== 'object' || settings === null || !python) return settings;
  return { ...settings, python: (settings as { python?: string }).python || python };
}

/** An edit that arrived is never called back. */
const never = new vscode.CancellationTokenSource().token;
