// Asking the server, on behalf of the commands and the views.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Answer, Answers, Refusal, ServerCommand } from './answers';
import { rootAbove, workspaceRoots } from './documents';
import type { Session } from './session';
import { tell } from './tell';

/** A repository that the user has before them. */
export interface Place {
  /** Its root, an absolute path. */
  root: string;
  name: string;
}

/** Loaded when it is used, as everything of the LSP library: the editor waits for what is loaded at once. */
const executeCommand = async () => (await import('vscode-languageclient/node')).ExecuteCommandRequest.type;

export class Asking {
  constructor(readonly session: Session) {}

  /** The answer to a command. The server is started when it does not run; undefined when it cannot, or when `token` says stop. */
  async ask<C extends ServerCommand>(command: C, argument: object, token?: vscode.CancellationToken, workDoneToken?: string): Promise<Answer<C> | undefined> {
    const client = await this.session.start();
    if (!client) return undefined;
    const params = { command, arguments: [argument], ...(workDoneToken ? { workDoneToken } : {}) };
    try {
      return ((await client.sendRequest(await executeCommand(), params, token)) as Answer<C> | null) ?? undefined;
    } catch (error) {
      if (token?.isCancellationRequested) return undefined;
      return { success: false, error: error instanceof Error ? error.message : String(error) } as Answer<C>;
    }
  }

  /** The answer where all went well; undefined after a refusal was told. */
  async expect<C extends ServerCommand>(command: C, argument: object): Promise<Answers[C] | undefined> {
    const answer = await this.ask(command, argument);
    if (!answer || answer.success) return answer;
    this.refused(answer);
    return undefined;
  }

  /** Tells the user why the server did not do what was asked for. */
  refused({ error }: Refusal): void {
    const reason = error ?? vscode.l10n.t('the server refused without a reason');
    this.session.output.error(reason);
    const log = vscode.l10n.t('Show Log');
    // A message without a button is cut off at its first line.
    void tell.error(reason, log).then(choice => {
      if (choice === log) this.session.output.show();
    });
  }

  /** The answer of a server that runs, for what is only shown; undefined when there is none. */
  async peek<C extends ServerCommand>(command: C, argument: object): Promise<Answers[C] | undefined> {
    const client = this.session.life.client;
    if (this.session.life.state !== 'running' || !client?.isRunning()) return undefined;
    try {
      const params = { command, arguments: [argument] };
      const answer = (await client.sendRequest(await executeCommand(), params)) as Answer<C> | null;
      return answer?.success ? answer : undefined;
    } catch {
      return undefined; // the server went away
    }
  }
}

/** The argument that tells the server which repository is meant. */
export function at(place: Place | string | undefined): { fname?: string } {
  const root = typeof place === 'string' ? place : place?.root;
  return root === undefined ? {} : { fname: path.join(root, 'cape-agent.json') };
}

/** The repositories of the workspace, and those of the open documents. */
export function places(): Place[] {
  const wanted = vscode.workspace.getConfiguration('cape').get<string>('root', '').trim();
  if (path.isAbsolute(wanted)) return [{ root: wanted, name: path.basename(wanted) }];
  const roots = new Set(workspaceRoots());
  for (const { uri } of vscode.workspace.textDocuments) {
    const root = uri.scheme === 'file' ? rootAbove(uri) : undefined;
    if (root !== undefined) roots.add(root);
  }
  return [...roots].map(root => ({ root, name: vscode.workspace.asRelativePath(root, true).split('/').at(-1) || path.basename(root) }));
}
