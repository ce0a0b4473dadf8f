// What becomes of the server, for those who show it: the views, the status, the runs of tools.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

export type LifeState = 'stopped' | 'starting' | 'running' | 'failed';

/** Followed by the session, which tells it each step; everybody else listens. */
export class Life implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<LifeState>();
  private readonly clients = new vscode.EventEmitter<LanguageClient>();
  private readonly edits = new vscode.EventEmitter<void>();
  private readonly lists = new vscode.EventEmitter<void>();
  /** Fires after each change of `state`. */
  readonly onDidChange = this.changes.event;
  /** Fires with each new client before it is started: notifications asked for now miss nothing. */
  readonly onDidCreate = this.clients.event;
  /** Fires after each edit of the server that the editor has made. */
  readonly onDidEdit = this.edits.event;
  /** Fires when the server says that skills, tools or editable files are not what they were. */
  readonly onDidChangeLists = this.lists.event;
  state: LifeState = 'stopped';
  /** Why the state is `failed`. */
  problem: string | undefined;
  client: LanguageClient | undefined;

  created(client: LanguageClient): void {
    this.client = client;
    this.clients.fire(client);
  }

  failed(problem: string): void {
    this.problem = problem;
    this.become('failed');
  }

  /** A client that is no longer the newest has nothing to say. */
  follow(client: LanguageClient, state: 'starting' | 'running' | 'stopped'): void {
    if (client !== this.client) return;
    if (state !== 'stopped' || this.state !== 'failed') this.become(state);
  }

  edited(): void {
    this.edits.fire();
  }

  listsChanged(): void {
    this.lists.fire();
  }

  dispose(): void {
    for (const emitter of [this.changes, this.clients, this.edits, this.lists]) emitter.dispose();
  }

  private become(state: LifeState): void {
    if (state !== 'failed') this.problem = undefined;
    this.state = state;
    this.changes.fire(state);
  }
}
