// The messages between the editor and the server, as cape.trace.server wants them. The LSP library writes
// them only into a log whose level is "trace", a thing that people would have to know and to set by hand.
// This is such a log exactly while the setting is on.
import * as vscode from 'vscode';

const setting = 'trace.server';

/** The log to be given to the library as `traceOutputChannel`. */
export class Trace implements vscode.LogOutputChannel {
  readonly name = 'CAPE Trace';
  private channel: vscode.OutputChannel | undefined;
  private readonly levels = new vscode.EventEmitter<vscode.LogLevel>();
  private readonly watching: vscode.Disposable;
  readonly onDidChangeLogLevel = this.levels.event;
  logLevel = wantedLevel();

  constructor() {
    this.watching = vscode.workspace.onDidChangeConfiguration(event => {
      if (!event.affectsConfiguration(`cape.${setting}`)) return;
      this.logLevel = wantedLevel();
      this.levels.fire(this.logLevel);
    });
  }

  trace(message: string): void {
    this.appendLine(`[${new Date().toISOString()}] ${message}`);
  }

  debug = this.trace.bind(this);
  info = this.trace.bind(this);
  warn = this.trace.bind(this);

  error(error: string | Error): void {
    this.trace(String(error));
  }

  append(text: string): void {
    this.shown.append(text);
  }

  appendLine(text: string): void {
    this.shown.appendLine(text);
  }

  replace(text: string): void {
    this.shown.replace(text);
  }

  clear(): void {
    this.channel?.clear();
  }

  show(): void {
    this.shown.show(true);
  }

  hide(): void {
    this.channel?.hide();
  }

  dispose(): void {
    this.watching.dispose();
    this.levels.dispose();
    this.channel?.dispose();
  }

  /** There is no channel in the list of channels until something is written. */
  private get shown(): vscode.OutputChannel {
    return (this.channel ??= vscode.window.createOutputChannel(this.name));
  }
}

function wantedLevel(): vscode.LogLevel {
  const wanted = vscode.workspace.getConfiguration('cape').get<string>(setting, 'off');
  return wanted === 'off' ? vscode.LogLevel.Off : vscode.LogLevel.Trace;
}
