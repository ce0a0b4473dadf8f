// The state of the server, among the language states of CAPE's documents.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { ServerStatus } from './answers';
import { places } from './asking';
import { belongsToCAPE, selector } from './documents';
import type { Session } from './session';

const nowhere: vscode.DocumentSelector = [];

export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem('capeLs.server', nowhere);
  private readonly facts = vscode.languages.createLanguageStatusItem('capeLs.options', nowhere);
  private readonly subscriptions: vscode.Disposable[];
  private readonly first: NodeJS.Immediate;
  private told: ServerStatus | undefined;

  constructor(private readonly session: Session) {
    this.item.name = vscode.l10n.t('CAPE server');
    this.item.command = { command: 'capeLs.menu', title: vscode.l10n.t('Menu') };
    this.facts.name = vscode.l10n.t('CAPE options');
    this.subscriptions = [
      this.item, this.facts,
      session.life.onDidChange(state => {
        void vscode.commands.executeCommand('setContext', 'capeLs.state', state);
        if (state !== 'running') this.told = undefined;
        this.draw();
      }),
      session.life.onDidCreate(client => this.listen(client)),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
    ];
    void vscode.commands.executeCommand('setContext', 'capeLs.state', session.life.state);
    this.first = setImmediate(() => this.draw()); // it looks at the disk, and the editor waits for the extension now
  }

  dispose(): void {
    clearImmediate(this.first);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private listen(client: LanguageClient): void {
    client.onNotification('cape/status', (told: ServerStatus) => {
      this.told = told;
      this.draw();
    });
  }

  private draw(): void {
    const { life } = this.session;
    // Most JSON files of the world have nothing to do with CAPE.
    const document = vscode.window.activeTextEditor?.document;
    const here = document && belongsToCAPE(document) ? selector : nowhere;
    this.item.selector = here;
    this.facts.selector = this.told ? here : nowhere;
    const version = this.told?.version ?? life.client?.initializeResult?.serverInfo?.version;
    const words = {
      stopped: vscode.l10n.t('CAPE: the server does not run'),
      starting: vscode.l10n.t('CAPE: the server is starting'),
      failed: vscode.l10n.t('CAPE: the server could not be started'),
      running: version ? `cape-ls ${version}` : vscode.l10n.t('CAPE: the server runs'),
    };
    this.item.text = words[life.state];
    this.item.detail = life.state === 'failed' ? (life.problem ?? '') : this.root();
    this.item.severity = life.state === 'failed' ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.item.busy = life.state === 'starting';
    this.item.accessibilityInformation = { label: [words[life.state], this.item.detail].filter(Boolean).join(', ') };
    if (!this.told) return;
    const { source, version: release, path } = this.told.options;
    // The source of an installed CAPE names its folder, too.
    this.facts.text = vscode.l10n.t('Options of {0}', path ? `CAPE ${release ?? ''}`.trimEnd() : source);
    this.facts.detail = path ?? '';
    this.facts.accessibilityInformation = { label: vscode.l10n.t('Options of {0}', source) };
  }

  private root(): string {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const mine = uri && places().find(({ root }) => uri.fsPath.startsWith(root));
    return (mine ?? places()[0])?.root ?? this.told?.root ?? '';
  }
}

/** What the user can do about the server. */
export async function showMenu(session: Session): Promise<void> {
  const choices: (vscode.QuickPickItem & { command: string; arguments?: unknown[] })[] = [
    { label: `$(refresh) ${vscode.l10n.t('Restart Server')}`, command: 'capeLs.restartServer' },
    { label: `$(output) ${vscode.l10n.t('Show Log')}`, command: 'capeLs.showOutput' },
    { label: `$(eye) ${vscode.l10n.t('Show What the Agent Sees')}`, command: 'capeLs.showAgentView' },
    { label: `$(mortar-board) ${vscode.l10n.t('Show Skills and Tools')}`, command: 'workbench.view.extension.capeLs' },
    { label: `$(settings-gear) ${vscode.l10n.t('Open Settings')}`, command: 'workbench.action.openSettings', arguments: ['@ext:cape-ls.cape-ls'] },
  ];
  const version = session.life.client?.initializeResult?.serverInfo?.version;
  const title = [version ? `cape-ls ${version}` : 'CAPE', session.life.problem].filter(Boolean).join(' \u00b7 ');
  const choice = await vscode.window.showQuickPick(choices, { title });
  if (choice) await vscode.commands.executeCommand(choice.command, ...(choice.arguments ?? []));
}
