// The state of the server, among the language states of CAPE's documents.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { places } from './asking';
import { selector } from './documents';
import type { Session } from './session';

/** What a server may tell of itself (`cape/status`). */
interface Told {
  root?: string;
  version?: string;
  busy?: boolean;
  /** Where the facts about CAPE's options come from. */
  options?: string | { source?: string; version?: string; path?: string };
}

export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem('capeLs.server', selector);
  private readonly facts = vscode.languages.createLanguageStatusItem('capeLs.options', selector);
  private readonly subscriptions: vscode.Disposable[];
  private told: Told = {};

  constructor(private readonly session: Session) {
    this.item.name = vscode.l10n.t('CAPE server');
    this.item.command = { command: 'capeLs.menu', title: vscode.l10n.t('Menu') };
    this.facts.name = vscode.l10n.t('CAPE options');
    // Without a selector it is shown nowhere: a server that tells nothing has no second item.
    this.facts.selector = [];
    this.subscriptions = [
      this.item, this.facts,
      session.life.onDidChange(state => {
        void vscode.commands.executeCommand('setContext', 'capeLs.state', state);
        if (state !== 'running') this.told = {};
        this.draw();
      }),
      session.life.onDidCreate(client => this.listen(client)),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
    ];
    void vscode.commands.executeCommand('setContext', 'capeLs.state', session.life.state);
    this.draw();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private listen(client: LanguageClient): void {
    client.onNotification('cape/status', (told: Told) => {
      this.told = { ...this.told, ...told };
      this.draw();
    });
  }

  private draw(): void {
    const { life } = this.session;
    const version = this.told.version ?? life.client?.initializeResult?.serverInfo?.version;
    const words = {
      stopped: vscode.l10n.t('CAPE: the server does not run'),
      starting: vscode.l10n.t('CAPE: the server is starting'),
      failed: vscode.l10n.t('CAPE: the server could not be started'),
      running: version ? vscode.l10n.t('CAPE: {0}', version) : vscode.l10n.t('CAPE: the server runs'),
    };
    this.item.text = words[life.state];
    this.item.detail = life.state === 'failed' ? (life.problem ?? '') : this.root();
    this.item.severity = life.state === 'failed' ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.item.busy = life.state === 'starting' || this.told.busy === true;
    this.item.accessibilityInformation = { label: [words[life.state], this.item.detail].filter(Boolean).join(', ') };
    const { options } = this.told;
    const facts = typeof options === 'string' ? options : [options?.source, options?.version].filter(Boolean).join(' ');
    this.facts.selector = facts ? selector : [];
    this.facts.text = vscode.l10n.t('Options of CAPE: {0}', facts);
    this.facts.detail = typeof options === 'object' ? (options.path ?? '') : '';
  }

  private root(): string {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const mine = uri && places().find(({ root }) => uri.fsPath.startsWith(root));
    return this.told.root ?? (mine ?? places()[0])?.root ?? '';
  }
}

/** What the user can do about the server. */
export async function showMenu(session: Session): Promise<void> {
  const choices: (vscode.QuickPickItem & { command: string; arguments?: unknown[] })[] = [
    { label: `$(refresh) ${vscode.l10n.t('Restart Server')}`, command: 'capeLs.restartServer' },
    { label: `$(output) ${vscode.l10n.t('Show Log')}`, command: 'capeLs.showOutput' },
    { label: `$(eye) ${vscode.l10n.t('Show What the Agent Sees...')}`, command: 'capeLs.showAgentView' },
    { label: `$(mortar-board) ${vscode.l10n.t('Show Skills and Tools')}`, command: 'workbench.view.extension.capeLs' },
    { label: `$(settings-gear) ${vscode.l10n.t('Open Settings')}`, command: 'workbench.action.openSettings', arguments: ['@ext:cape-ls.cape-ls'] },
  ];
  const title = ['CAPE', session.life.client?.initializeResult?.serverInfo?.version, session.life.problem].filter(Boolean).join(' \u00b7 ');
  const choice = await vscode.window.showQuickPick(choices, { title });
  if (choice) await vscode.commands.executeCommand(choice.command, ...(choice.arguments ?? []));
}
