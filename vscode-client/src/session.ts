// One running server: started, stopped, started again, and found dead.
import * as fs from 'node:fs';
import * as os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { Connection } from './client';
import { Deaths, patience } from './deaths';
import { Life } from './life';
import { End, ServerProcess } from './process';
import { findServer, Found, isOlder, Machine, oldestServer, Problem } from './server';
import { tell } from './tell';
import { Trace } from './trace';
import { Turns } from './turns';

const { t } = vscode.l10n;

/** A server, from the search for it to its end. */
interface Run {
  program: string;
  connection: Connection;
  process?: ServerProcess;
  /** It has answered to `initialize`. */
  started: boolean;
  /** Nobody wants it any longer. */
  abandoned: boolean;
}

const patienceAtStart = 30_000; // milliseconds in which a server must have answered

export class Session implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('CAPE', { log: true });
  /** What becomes of the server, for those who show it. */
  readonly life = new Life();
  private readonly trace = new Trace();
  private readonly deaths = new Deaths();
  private readonly launches = new Turns(() => this.replace());
  /** The newest start that has not failed. */
  private latest: Promise<LanguageClient | undefined> | undefined;
  private run: Run | undefined;
  private asked = 0;
  private over = false;
  private readonly explaining = new Set<string>();

  constructor(private readonly extension: vscode.ExtensionContext) {}

  /** Starts the server if it does not run. Undefined, after telling the user why, when it cannot be started. */
  start(): Promise<LanguageClient | undefined> {
    return this.latest ?? this.launch();
  }

  /** Starts another server in place of the one that runs, if any does. */
  async restart(): Promise<void> {
    this.deaths.forget();
    this.abandonStart();
    await this.launch();
  }

  /**
   * The user trusts the workspace now. The server that runs is told, unless it is no longer the one to be used; where
   * nobody has wanted one, none is started.
   */
  async trusted(): Promise<void> {
    const { run } = this;
    const found = this.find();
    if (run?.started && 'program' in found && found.program === run.program) await run.connection.trusted();
    else if (this.asked > 0) await this.restart();
  }

  async stop(): Promise<void> {
    this.over = true;
    this.abandonStart();
    await this.launch(); // which ends the server, after a start that goes on
  }

  dispose(): void {
    void this.stop().finally(() => {
      this.output.dispose();
      this.trace.dispose();
      this.life.dispose();
    });
  }

  /** A server that starts and does not answer must not be in the way of another one. */
  private abandonStart(): void {
    const { run } = this;
    if (!run || run.started) return;
    run.abandoned = true;
    run.process?.kill();
  }

  private launch(): Promise<LanguageClient | undefined> {
    this.asked++;
    return this.remember(this.launches.ask());
  }

  /** After a failure, the next who wants a server starts one. */
  private remember(attempt: Promise<LanguageClient | undefined>): Promise<LanguageClient | undefined> {
    const remembered = attempt.catch((reason: unknown) => {
      void this.explain(t('the server cannot be started: {0}', reason instanceof Error ? reason.message : String(reason)));
      return undefined;
    }).then(client => {
      if (!client && this.latest === remembered) this.latest = undefined;
      return client;
    });
    return (this.latest = remembered);
  }

  /** Ends the server that runs, then starts one. Never done twice at a time. */
  private async replace(): Promise<LanguageClient | undefined> {
    const before = this.run;
    this.run = undefined;
    await before?.connection.end();
    await before?.process?.stop();
    if (this.over) return undefined;
    const found = this.find();
    if ('problem' in found) {
      void this.explain(problemText(found), found.problem === 'missing');
      return undefined;
    }
    this.output.info(`starting ${found.program} (found by: ${found.source})`);
    return this.begin(found);
  }

  private find(): Found | Problem {
    const setting = vscode.workspace.getConfiguration('cape').get<string>('server.path', '');
    return findServer({ trusted: vscode.workspace.isTrusted, setting, extensionFolder: this.extension.extensionPath }, thisMachine());
  }

  private async begin({ program, source }: Found): Promise<LanguageClient | undefined> {
    const server = async () => {
      run.process = await ServerProcess.start(program, ['serve'], workingFolder(), line => this.output.debug(`[server] ${line}`));
      if (run.abandoned) run.process.kill();
      return run.process.child;
    };
    const around = {
      output: this.output,
      trace: this.trace,
      life: this.life,
      closed: () => void this.closed(run),
      garbled: () => run.process?.kill(),
    };
    // Loaded when it is used: most folders that wake the extension have nothing to do with CAPE.
    const { Connection } = await import('./client.js');
    const run: Run = { program, connection: new Connection(server, around), started: false, abandoned: false };
    this.run = run;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      run.process?.kill();
    }, patienceAtStart);
    try {
      await run.connection.start();
    } catch (error) {
      this.run = undefined;
      const reason = late ? t('it did not answer within {0} seconds', patienceAtStart / 1000) : error instanceof Error ? error.message : String(error);
      await this.bury(program, run, reason, late);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
    run.started = true;
    const { client } = run.connection;
    this.greet(program, source, client.initializeResult?.serverInfo?.version);
    return client;
  }

  private greet(program: string, source: string, version: string | undefined): void {
    this.output.info(`${program} ${version ?? 'of an unknown version'} runs (found by: ${source})`);
    if (!isOlder(version, oldestServer)) return;
    const text = t('{0} has the version {1}, this extension needs {2} or newer: some things will not work', program, version ?? '', oldestServer);
    this.output.warn(text);
    void this.offer(tell.warning, text);
  }

  /** Ends what did not start and says so, unless nobody wants it any longer. */
  private async bury(program: string, run: Run, reason: string, late: boolean): Promise<void> {
    run.process?.kill();
    const end = await run.process?.end;
    await run.connection.end();
    if (run.abandoned) return;
    if (end) this.output.error([...end.lines, howEnded(end)].join('\n'));
    void this.explain(t('{0} did not start: {1}', program, end === undefined || late ? reason : inShort(end)));
  }

  /** A server that was not asked to end is started again, unless it dies too often. */
  private async closed(run: Run): Promise<void> {
    if (this.run !== run || !run.started || this.over) return;
    this.run = undefined;
    const wait = this.deaths.count(Date.now());
    // Who wants a server while this waits gets the one that comes.
    if (wait !== undefined) void this.remember(this.revive(wait));
    else this.latest = undefined;
    run.process?.kill(); // the connection may be gone and the process not
    const end = await run.process?.end;
    await run.connection.end();
    const short = end ? inShort(end) : '';
    this.output.error([...(end?.lines ?? []), `the server is gone: ${short}`].join('\n'));
    if (wait === undefined) {
      void this.explain(t('the server has ended {0} times within {1} minutes and is not started again: {2}', patience.deaths + 1, patience.within / 60_000, short));
      return;
    }
    void this.offer(tell.warning, t('the server has ended by itself and is started again: {0}', short));
  }

  /** Another server after a wait, unless somebody asks for one before. */
  private async revive(wait: number): Promise<LanguageClient | undefined> {
    const { asked } = this;
    await pause(wait);
    return asked === this.asked ? this.launches.ask() : this.latest;
  }

  /** Says what is wrong, once as long as the message stands, and offers the ways out. */
  private async explain(problem: string, showsInstallation = false): Promise<void> {
    this.output.error(problem);
    this.life.failed(problem);
    if (this.explaining.has(problem)) return;
    this.explaining.add(problem);
    const install = t('How to Install');
    const choice = await this.offer(tell.error, problem, ...(showsInstallation ? [install] : []));
    this.explaining.delete(problem);
    if (choice === install) await this.showReadme();
  }

  /** Shows a message with the log and the settings as ways out. Returns another choice. */
  private async offer(show: typeof tell.error, text: string, ...more: string[]): Promise<string | undefined> {
    const log = t('Show Log');
    const settings = t('Open Settings');
    const choice = await show(text, log, settings, ...more);
    if (choice === log) this.output.show();
    else if (choice === settings) await openSettings();
    return choice;
  }

  private async showReadme(): Promise<void> {
    // The packager writes the name in small letters.
    const name = fs.readdirSync(this.extension.extensionPath).find(file => /^readme\.md$/i.test(file)) ?? 'README.md';
    await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(this.extension.extensionUri, name));
  }
}

/** On a remote host, a setting of the machine is not among those of the user, where the other command looks. */
async function openSettings(): Promise<void> {
  const query = 'cape.server.path';
  if (vscode.env.remoteName) await vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query });
  else await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

function problemText(found: Problem): string {
  switch (found.problem) {
    case 'untrusted':
      return t('in a workspace that is not trusted, only the server inside the extension is started, and this extension has none');
    case 'missing':
      return t('cape-ls is not installed here: it is not inside the extension, not on the PATH, and not set in cape.server.path');
    case 'CAPE_LS_PATH':
      return t('the environment variable CAPE_LS_PATH names no program: {0}', found.value);
    case 'cape.server.path':
      return t('the setting cape.server.path names no program: {0}', found.value);
  }
}

/** How a server ended and what it said of that, in one line. */
function inShort(end: End): string {
  return end.reason === undefined ? howEnded(end) : `${howEnded(end)}: ${end.reason}`;
}

function howEnded({ code, signal }: End): string {
  return signal ? t('ended by {0}', signal) : t('exit code {0}', code ?? '?');
}

/** Where the server runs: in the first folder that is one on this machine. */
function workingFolder(): string | undefined {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
  return folder !== undefined && fs.existsSync(folder) ? folder : undefined;
}

function thisMachine(): Machine {
  return {
    platform: process.platform,
    home: os.homedir(),
    variable: process.env['CAPE_LS_PATH'] ?? '',
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
