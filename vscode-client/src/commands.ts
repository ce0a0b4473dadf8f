// The commands of the palette and of the menus: each asks for what the server needs, calls it, and shows the answer.
import * as vscode from 'vscode';
import { agentPage, modelsOf } from './agentView';
import { Asking, at, places } from './asking';
import { rootAbove } from './documents';
import { EditsWatch, PlacedStep } from './editsWatch';
import { readEditResult } from './editResult';
import { registerPages, showMarkdown } from './pages';
import { Answer, present, presentCommand } from './present';
import { editRows } from './rows';
import type { Session } from './session';
import { showMenu, Status } from './status';
import { ToolArguments } from './toolArguments';
import { ToolRuns } from './toolRuns';
import { PlacedRow, Views } from './views';
import { isSkillName } from './words';

export function registerCommands(context: vscode.ExtensionContext, session: Session): void {
  const asking = new Asking(session);
  const runs = new ToolRuns(asking);
  const watch = new EditsWatch(asking);
  const views = new Views(asking, runs, watch);
  const commands = new Commands(asking, runs, watch, new ToolArguments(asking, context.workspaceState));
  context.subscriptions.push(registerPages(), new Status(session), runs, watch, views);
  const register = (name: string, run: (...args: unknown[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  register('capeLs.useSkill', of => commands.useSkill(of as Of));
  register('capeLs.newSkill', () => commands.newSkill());
  register('capeLs.openScripts', () => commands.show('cape.listScripts', {}));
  register('capeLs.listPromptSkills', () => commands.show('cape.listPromptSkills', {}));
  register('capeLs.showAgentView', () => commands.showAgentView());
  register('capeLs.runTool', of => commands.runTool(of as Of));
  register('capeLs.runToolWithArguments', of => commands.runToolWithArguments(of as Of));
  register('capeLs.showToolHelp', of => commands.showToolHelp(of as Of));
  register('capeLs.stopTool', of => commands.stopTool(of as Of));
  register('capeLs.listEditableFiles', () => commands.show('cape.listEditableFiles', {}));
  register('capeLs.allowEditing', uri => commands.allowEditing(fileOf(uri)));
  register('capeLs.whyEditable', uri => commands.whyEditable(fileOf(uri)));
  register('capeLs.applyEditResult', () => commands.applyEditResult());
  register('capeLs.editHistory', () => commands.editHistory());
  register('capeLs.showEdit', of => commands.showEdit(of as Of));
  register('capeLs.revertEdit', of => commands.revertEdit(of as Of));
  register('capeLs.refreshViews', () => views.refresh());
  register('capeLs.menu', () => showMenu(session));
  register('capeLs.restartServer', () => session.restart());
  register('capeLs.showOutput', () => session.output.show());
  register(presentCommand, (command, ...args) => commands.show(String(command), ...args));
}

/** What a command is about: a row of a view, or what a code lens of the server names. */
type Of = (Partial<PlacedRow> & { fname?: string }) | undefined;

/** One row of a list of the server. */
interface Listed {
  name?: string;
  description?: string;
}

class Commands {
  constructor(
    private readonly asking: Asking,
    private readonly runs: ToolRuns,
    private readonly watch: EditsWatch,
    private readonly toolArguments: ToolArguments,
  ) {}

  /** Runs a command of the server and shows its answer. */
  async show(command: string, ...args: unknown[]): Promise<void> {
    if (command === 'cape.runTool') {
      const { name = '', argv = [], ...of } = (args[0] ?? {}) as { name?: string; argv?: string[]; fname?: string };
      await this.runs.run(name, argv, rootOf(of));
      return;
    }
    await present(command, await this.asking.ask(command, args));
  }

  async useSkill(of: Of): Promise<void> {
    const root = of ? rootOf(of) : await choosePlace();
    const none = vscode.l10n.t('There is no skill in .agents/skills');
    const name = of?.name ?? (await this.pick('cape.listSkills', 'skills', vscode.l10n.t('Which skill?'), none, at(root)))?.name;
    if (name !== undefined) await this.show('cape.useSkill', { name, ...at(root) });
  }

  /** Makes the file of a new skill and leaves the cursor in what is to be said first. */
  async newSkill(): Promise<void> {
    const root = await choosePlace();
    if (root === undefined && places().length > 1) return;
    const name = await vscode.window.showInputBox({
      title: vscode.l10n.t('New skill'),
      prompt: vscode.l10n.t('The name: lower-case letters, digits and hyphens'),
      validateInput: text => (isSkillName(text) ? undefined : vscode.l10n.t('Up to 64 lower-case letters, digits and single hyphens inside')),
    });
    if (!name) return;
    const draft = await this.asking.ask('cape.draftSkill', { name, ...at(root) });
    if (!draft?.success) {
      await present('cape.draftSkill', draft);
      return;
    }
    const uri = vscode.Uri.file(String(draft['path']));
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(uri, { contents: Buffer.from(String(draft['content'])) });
    if (!(await vscode.workspace.applyEdit(edit))) {
      void vscode.window.showErrorMessage(vscode.l10n.t('CAPE: {0} could not be made', String(draft['file'])));
      return;
    }
    const editor = await vscode.window.showTextDocument(uri);
    const line = editor.document.lineAt(2).range; // the description
    editor.selection = new vscode.Selection(line.start.translate(0, 'description: '.length), line.end);
    void vscode.commands.executeCommand('capeLs.refreshViews');
  }

  /** What the agent would be told, for one of the models of ModelList. */
  async showAgentView(): Promise<void> {
    const place = at(await choosePlace());
    const first = await this.asking.ask('cape.showAgentView', place);
    if (!first || first.success === false) {
      await present('cape.showAgentView', first);
      return;
    }
    const models = modelsOf(first);
    let answer: Answer | undefined = first;
    if (models.length > 1) {
      const usual = vscode.l10n.t('used when no other is named');
      const items = models.map(label => ({ label, description: label === first['model'] ? usual : '' }));
      const choice = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which model?') });
      if (!choice) return;
      if (choice.label !== first['model']) answer = await this.asking.ask('cape.showAgentView', { model: choice.label, ...place });
    }
    if (!answer || answer.success === false) {
      await present('cape.showAgentView', answer);
      return;
    }
    const model = typeof answer['model'] === 'string' && answer['model'] !== '' ? ` (${answer['model'].replaceAll('/', '-')})` : '';
    await showMarkdown(`${vscode.l10n.t('What the agent sees')}${model}.md`, agentPage(answer, vscode.l10n.t));
  }

  /** Runs a tool of a row at once; from the palette, asks for the tool and its arguments. */
  async runTool(of: Of): Promise<void> {
    if (of?.name === undefined) await this.runToolWithArguments(undefined);
    else await this.runs.run(of.name, [], rootOf(of));
  }

  async runToolWithArguments(of: Of): Promise<void> {
    const tool = await this.chooseTool(of);
    if (!tool) return;
    const argv = await this.toolArguments.ask(tool.name, tool.root);
    if (argv) await this.runs.run(tool.name, argv, tool.root);
  }

  async showToolHelp(of: Of): Promise<void> {
    const tool = await this.chooseTool(of);
    if (tool) await this.toolArguments.showHelp(tool.name, tool.root);
  }

  async stopTool(of: Of): Promise<void> {
    if (of?.run !== undefined) {
      await this.runs.stop(of.run);
      return;
    }
    const running = this.runs.running;
    if (running.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('CAPE: no tool runs'));
      return;
    }
    const items = running.map(({ id, name }) => ({ label: name, id }));
    const choice = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which run is to be stopped?') });
    if (choice) await this.runs.stop(choice.id);
  }

  /** Puts a file on the allow-list. */
  async allowEditing(fname: string | undefined): Promise<void> {
    if (fname === undefined) return;
    const answer = await this.asking.ask('cape.allowEditing', { fname });
    if (!answer || answer.success === false) {
      await present('cape.allowEditing', answer);
      return;
    }
    const file = String(answer['file'] ?? vscode.workspace.asRelativePath(fname));
    const open = vscode.l10n.t('Open cape-agent.json');
    const why = typeof answer['why'] === 'string' ? answer['why'] : vscode.l10n.t('{0} may be edited by the agent', file);
    void vscode.commands.executeCommand('capeLs.refreshViews');
    const list = typeof answer['path'] === 'string' ? answer['path'] : undefined;
    const choice = await vscode.window.showInformationMessage(`CAPE: ${why}`, ...(list !== undefined ? [open] : []));
    if (choice === open && list !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(list));
  }

  /** Says whether the agent may edit a file, and why. */
  async whyEditable(fname: string | undefined): Promise<void> {
    if (fname === undefined) return;
    const answer = await this.asking.ask('cape.whyEditable', { fname });
    if (!answer || answer.success === false) {
      await present('cape.whyEditable', answer);
      return;
    }
    const allow = vscode.l10n.t('Allow It');
    const choices = answer['editable'] === true ? [] : [allow];
    const choice = await vscode.window.showInformationMessage(`CAPE: ${String(answer['why'] ?? '')}`, ...choices);
    if (choice === allow) await this.allowEditing(fname);
  }

  async applyEditResult(): Promise<void> {
    const result = readEditResult(await vscode.env.clipboard.readText());
    if (!result) {
      void vscode.window.showErrorMessage(vscode.l10n.t('CAPE: the clipboard holds no result of edit_file. Copy the whole dictionary or the whole diff.'));
      return;
    }
    await this.show('cape.applyEditResult', result);
  }

  /** The edits of the session: the chosen one is shown. */
  async editHistory(): Promise<void> {
    const step = await this.pickEdit(vscode.l10n.t('Edits of this session'), () => true);
    if (step) await this.watch.show([step]);
  }

  async showEdit(of: Of): Promise<void> {
    if (of?.edit === undefined) {
      await this.editHistory();
      return;
    }
    const step = await this.watch.find(of.edit, of.root);
    if (step) await this.watch.show([step]);
  }

  async revertEdit(of: Of): Promise<void> {
    if (of?.edit !== undefined && of.root !== undefined) {
      await this.watch.revert([{ id: of.edit, root: of.root }]);
      return;
    }
    const step = await this.pickEdit(vscode.l10n.t('Which edit is to be taken back?'), one => !one.reverted);
    if (step) await this.watch.revert([step]);
  }

  /** Lets the user choose an edit, the newest first. */
  private async pickEdit(title: string, wanted: (step: PlacedStep) => boolean): Promise<PlacedStep | undefined> {
    await this.asking.session.start();
    const steps = (await Promise.all(places().map(place => this.watch.steps(place)))).flat().filter(wanted);
    if (steps.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('CAPE: there is no edit of this session'));
      return undefined;
    }
    const rows = editRows(steps, time => time.toLocaleTimeString(), vscode.l10n.t);
    const items = rows.map((row, i) => ({ label: `$(${row.icon ?? 'edit'}) ${row.label}`, description: row.description ?? '', step: steps[i] }));
    return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.step;
  }

  private async chooseTool(of: Of): Promise<{ name: string; root: string | undefined } | undefined> {
    if (of?.name !== undefined) return { name: of.name, root: rootOf(of) };
    const root = await choosePlace();
    const none = vscode.l10n.t('There is no script with a __main__ guard in the tools folder');
    const tool = await this.pick('cape.listTools', 'tools', vscode.l10n.t('Which tool?'), none, { refresh: true, ...at(root) });
    return tool?.name === undefined ? undefined : { name: tool.name, root };
  }

  /** Lets the user choose a row of a list of the server. */
  private async pick(command: string, key: string, title: string, none: string, argument: object = {}): Promise<Listed | undefined> {
    const answer = await this.asking.ask(command, argument);
    if (!answer) return undefined;
    if (answer.success === false) {
      await present(command, answer);
      return undefined;
    }
    const rows = (answer[key] as Listed[] | undefined) ?? [];
    if (rows.length === 0) {
      void vscode.window.showInformationMessage(`CAPE: ${none}`);
      return undefined;
    }
    const items = rows.map(row => ({ label: row.name ?? '', detail: row.description ?? '', row }));
    return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.row;
  }
}

/** The repository that a command is about, if that is said. */
function rootOf(of: Of): string | undefined {
  if (of?.root !== undefined) return of.root;
  return of?.fname === undefined ? places()[0]?.root : (rootAbove(vscode.Uri.file(of.fname)) ?? places()[0]?.root);
}

/** The repository of the active document, or the only one, or the one that the user chooses. */
async function choosePlace(): Promise<string | undefined> {
  const all = places();
  const uri = vscode.window.activeTextEditor?.document.uri;
  const active = uri?.scheme === 'file' ? rootAbove(uri) : undefined;
  if (active !== undefined && all.some(({ root }) => root === active)) return active;
  if (all.length < 2) return all[0]?.root;
  const items = all.map(({ root, name }) => ({ label: name, description: root, root }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which repository?') }))?.root;
}

/** The file of a menu or a row, else the one that is open. */
function fileOf(of: unknown): string | undefined {
  if (of instanceof vscode.Uri) return of.scheme === 'file' ? of.fsPath : undefined;
  const { file } = (of ?? {}) as PlacedRow;
  if (file !== undefined) return file;
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
}
