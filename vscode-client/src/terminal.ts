// The terminal in which a tool's output is shown. It runs nothing: the server does, and tells.
import * as vscode from 'vscode';
import type { ToolEnded } from './answers';
import { TerminalText } from './harmless';
import { ending, forTerminal } from './runText';

/** What the keys of a terminal ask for. */
export interface Wishes {
  stop(): void;
  again(): void;
}

const mostKept = 1 << 20; // characters, before the terminal is on the screen

/** A text that is whole. */
const plain = (text: string): string => forTerminal(new TerminalText().next(text));

export class ToolTerminal implements vscode.Pseudoterminal {
  private readonly writes = new vscode.EventEmitter<string>();
  private readonly closes = new vscode.EventEmitter<void>();
  readonly onDidWrite = this.writes.event;
  readonly onDidClose = this.closes.event;
  private readonly terminal: vscode.Terminal;
  private opened = false;
  private kept = '';
  private output = new TerminalText();
  private readonly noted = new Set<string>();
  /** Undefined when nothing runs and nothing has. */
  private wishes: Wishes | undefined;
  private running = false;
  /** Whether the user has closed it. */
  closed = false;

  constructor(name: string) {
    this.terminal = vscode.window.createTerminal({ name, pty: this, iconPath: new vscode.ThemeIcon('tools'), isTransient: true });
  }

  get free(): boolean {
    return !this.running && !this.closed;
  }

  open(): void {
    this.opened = true;
    if (this.kept !== '') this.writes.fire(this.kept);
    this.kept = '';
  }

  close(): void {
    this.closed = true;
    if (this.running) this.wishes?.stop();
  }

  handleInput(keys: string): void {
    if (this.running) {
      if (keys.includes('\x03')) this.wishes?.stop();
      return;
    }
    if (/^r$/i.test(keys)) this.wishes?.again();
    else this.closes.fire();
  }

  /** Begins a run, under what earlier ones have left. */
  begin(command: string, wishes: Wishes): void {
    this.wishes = wishes;
    this.running = true;
    this.output = new TerminalText();
    this.put(`\x1b[2m> ${plain(command)}\x1b[0m\r\n`);
    this.show();
  }

  write(text: string): void {
    this.put(forTerminal(this.output.next(text)));
  }

  end(ended: ToolEnded): void {
    this.running = false;
    const colour = ended.success ? '\x1b[32m' : '\x1b[31m';
    const keys = vscode.l10n.t('Press R to run it again, any other key to close');
    this.put(`\x1b[0m\r\n${colour}[${plain(ending(ended, vscode.l10n.t))}]\x1b[0m \x1b[2m${keys}\x1b[0m\r\n\r\n`);
  }

  show(): void {
    if (!this.closed) this.terminal.show(true);
  }

  dispose(): void {
    this.terminal.dispose();
  }

  /** What is to be known of a run beside its output; said once, since it is the same of the next run. */
  note(text: string): void {
    if (this.noted.has(text)) return;
    this.noted.add(text);
    this.put(`\x1b[2m${plain(text)}\x1b[0m\r\n`);
  }

  private put(text: string): void {
    if (this.opened) this.writes.fire(text);
    else this.kept = (this.kept + text).slice(-mostKept);
  }
}
