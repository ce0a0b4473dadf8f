// The runs of tools: each in a terminal, with its progress, and what to do with it afterwards. The server
// starts the programs and says what becomes of them, also of those that somebody else has asked for.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { Answer, ToolEnded, ToolOutput, ToolStarted } from './answers';
import { Asking, at } from './asking';
import { writeSide } from './pages';
import { ending } from './runText';
import { tell } from './tell';
import { ToolTerminal } from './terminal';
import type { RunningTool } from './toolRows';

interface Run extends ToolStarted {
  terminal: ToolTerminal;
  request?: Request | undefined;
}

/** What the user has asked for here. */
interface Request {
  name: string;
  argv: string[];
  root: string | undefined;
  /** The texts of the files that it may change, before. */
  texts: Map<string, string>;
  run?: Run;
}

export class ToolRuns implements vscode.Disposable {
  private readonly runs = new Map<string, Run>();
  private readonly terminals = new Map<string, ToolTerminal[]>();
  private requests: Request[] = [];
  private count = 0;
  private readonly changes = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];
  /** Fires when a run begins or ends. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly asking: Asking) {
    const { life } = asking.session;
    this.subscriptions = [
      life.onDidCreate(client => this.listen(client)),
      life.onDidChange(state => {
        if (state === 'stopped' || state === 'failed') this.abandon();
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    for (const terminal of [...this.terminals.values()].flat()) terminal.dispose();
    this.changes.dispose();
  }

  get running(): (RunningTool & { cwd: string })[] {
    return [...this.runs.values()].map(({ id, name, cwd }) => ({ id, name, cwd }));
  }

  /** Runs a tool and resolves when it has ended. */
  async run(name: string, argv: string[], root: string | undefined): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      void tell.error(vscode.l10n.t('tools are run only in a trusted workspace'));
      return;
    }
    const request: Request = { name, argv, root, texts: await this.textsOf(root) };
    this.requests.push(request);
    const options = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Running {0}', name), cancellable: true };
    try {
      const answer = await vscode.window.withProgress(options, (progress, token) => this.follow(request, progress, token));
      if (answer) this.answered(request, answer);
    } finally {
      this.requests = this.requests.filter(other => other !== request);
    }
  }

  async stop(id: string): Promise<void> {
    await this.asking.expect('cape.stopTool', { id });
  }

  private async follow(request: Request, progress: vscode.Progress<{ message: string }>, token: vscode.CancellationToken): Promise<Answer<'cape.runTool'> | undefined> {
    const source = new vscode.CancellationTokenSource();
    token.onCancellationRequested(() => {
      if (request.run) void this.stop(request.run.id);
      else source.cancel();
    });
    // Our own token: for one of the server's, the client library would show a second progress.
    const mine = `cape-run-${++this.count}`;
    const client = await this.asking.session.start();
    const { WorkDoneProgress } = await import('vscode-languageclient/node');
    const listening = client?.onProgress(WorkDoneProgress.type, mine, value => {
      if ('message' in value && value.message) progress.report({ message: value.message });
    });
    try {
      const argument = { name: request.name, argv: request.argv, ...at(request.root) };
      return await this.asking.ask('cape.runTool', argument, source.token, mine);
    } finally {
      listening?.dispose();
      source.dispose();
    }
  }

  private listen(client: LanguageClient): void {
    client.onNotification('cape/toolStarted', (started: ToolStarted) => this.started(started));
    client.onNotification('cape/toolOutput', ({ id, text }: ToolOutput) => this.runs.get(id)?.terminal.write(text));
    client.onNotification('cape/toolEnded', (ended: ToolEnded) => this.ended(ended));
  }

  private started(started: ToolStarted): void {
    const request = this.requests.find(one => !one.run && one.name === started.name);
    const run: Run = { ...started, terminal: this.terminalFor(started.name), request };
    if (request) request.run = run;
    this.runs.set(started.id, run);
    const root = request?.root ?? started.cwd;
    run.terminal.begin(started.command, {
      stop: () => void this.stop(started.id),
      again: () => void this.run(started.name, started.argv, root),
    });
    this.changes.fire();
  }

  private ended(ended: ToolEnded): void {
    const run = this.runs.get(ended.id);
    if (!run) return;
    this.runs.delete(ended.id);
    run.terminal.end(ended);
    this.changes.fire();
    void this.tell(run, ended);
  }

  /** Of a run that was told of, the answer adds only notes. */
  private answered({ run }: Request, answer: Answer<'cape.runTool'>): void {
    if (run) for (const note of answer.notes ?? []) run.terminal.note(note);
    else if (!answer.success && !answer.declined) this.asking.refused(answer); // who said no needs not be told
  }

  /** The server is gone, and the programs with it. */
  private abandon(): void {
    const error = vscode.l10n.t('the server has ended');
    for (const { id, log } of [...this.runs.values()]) this.ended({ id, success: false, error, seconds: 0, changed: [], ...(log ? { log } : {}) });
  }

  /** A terminal for each tool, used again when its last run is over. */
  private terminalFor(name: string): ToolTerminal {
    const known = (this.terminals.get(name) ?? []).filter(terminal => !terminal.closed);
    const free = known.find(terminal => terminal.free);
    const terminal = free ?? new ToolTerminal(`CAPE: ${name}`);
    this.terminals.set(name, free ? known : [...known, terminal]);
    return terminal;
  }

  private async tell(run: Run, ended: ToolEnded): Promise<void> {
    const { changed, log } = ended;
    const how = `${run.name}: ${ending(ended, vscode.l10n.t)}`;
    // Who waited a moment has seen the end in the terminal.
    if (ended.success && changed.length === 0 && ended.seconds < moment) {
      tell.success(how);
      return;
    }
    const words = changed.length > 0 ? vscode.l10n.t('{0}; changed: {1}', how, listed(changed)) : how;
    const showChanges = vscode.l10n.t('Show Changes');
    const showLog = vscode.l10n.t('Show Log');
    const show = ended.success || ended.canceled ? tell.information : tell.error;
    const choice = await show(words, ...(changed.length > 0 ? [showChanges] : []), ...(log ? [showLog] : []));
    if (choice === showLog && log) await vscode.window.showTextDocument(vscode.Uri.file(log));
    if (choice === showChanges) await this.showChanges(run, changed);
  }

  private async showChanges(run: Run, changed: string[]): Promise<void> {
    const root = run.request?.root ?? run.cwd;
    const diffs = changed.map(name => {
      const uri = vscode.Uri.file(path.resolve(root, name));
      const before = run.request?.texts.get(uri.fsPath);
      return { uri, before: before === undefined ? undefined : writeSide(uri, `before ${run.id}`, before) };
    });
    const known = diffs.flatMap(({ uri, before }): [vscode.Uri, vscode.Uri, vscode.Uri][] => (before ? [[uri, before, uri]] : []));
    const [one] = known;
    const title = vscode.l10n.t('Changes by {0}', run.name);
    if (known.length === 1 && one) await vscode.commands.executeCommand('vscode.diff', one[1], one[2], `${path.basename(one[0].fsPath)}: ${title}`);
    else if (known.length > 1) await vscode.commands.executeCommand('vscode.changes', title, known);
    // Of a new file, or one that was too big to be kept, there is nothing to compare with.
    for (const { uri, before } of diffs) if (!before) await vscode.window.showTextDocument(uri, { preview: false });
  }

  /** The texts of the files that an agent may edit: those whose changes the server tells of. */
  private async textsOf(root: string | undefined): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    const allowed = await this.asking.peek('cape.listEditableFiles', at(root));
    for (const file of allowed?.files.slice(0, mostFiles) ?? []) {
      const uri = vscode.Uri.file(path.resolve(root ?? allowed?.rootdir ?? '', file));
      try {
        if ((await vscode.workspace.fs.stat(uri)).size <= biggestFile) texts.set(uri.fsPath, new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
      } catch {
        // It went away: then there is nothing to compare with.
      }
    }
    return texts;
  }
}

const moment = 10; // seconds

/** What is kept for "Show Changes". */
const mostFiles = 300;
const biggestFile = 512 << 10; // bytes

function listed(names: string[]): string {
  const most = 3;
  return names.length <= most ? names.join(', ') : vscode.l10n.t('{0} and {1} more', names.slice(0, most).join(', '), names.length - most);
}
