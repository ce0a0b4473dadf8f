// The commands of the palette: each asks for what the server needs, calls it, and shows the answer.
import * as vscode from 'vscode';
import { ExecuteCommandRequest } from 'vscode-languageclient/node';
import { readEditResult } from './editResult';
import { registerPages } from './pages';
import { Answer, present, presentCommand } from './present';
import { Session } from './session';
import { isSkillName, splitWords } from './words';

export function registerCommands(context: vscode.ExtensionContext, session: Session): void {
  const register = (name: string, run: (...args: unknown[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  context.subscriptions.push(registerPages());
  const palette = new Palette(session);
  register('capeLs.useSkill', () => palette.useSkill());
  register('capeLs.newSkill', () => palette.newSkill());
  register('capeLs.openScripts', () => palette.show('cape.listScripts', {}));
  register('capeLs.listPromptSkills', () => palette.show('cape.listPromptSkills', {}));
  register('capeLs.runTool', () => palette.runTool());
  register('capeLs.listEditableFiles', () => palette.show('cape.listEditableFiles', {}));
  register('capeLs.applyEditResult', () => palette.applyEditResult());
  register('capeLs.editHistory', () => palette.editHistory());
  register('capeLs.revertEdit', () => palette.revertEdit());
  register('capeLs.restartServer', () => session.restart());
  register('capeLs.showOutput', () => session.output.show());
  register(presentCommand, (command, ...args) => palette.show(String(command), ...args));
}

/** One row of a list of the server, as far as the palette needs it: a skill, a tool, or an edit. */
interface Row {
  name?: string;
  description?: string;
  id?: number;
  title?: string;
  time?: string;
  reverted?: boolean;
  edits?: { old?: string; new?: string; reason?: string }[];
}

class Palette {
  constructor(private readonly session: Session) {}

  /** Runs a command of the server and shows its answer. */
  async show(command: string, ...args: unknown[]): Promise<void> {
    const run = () => this.call(command, ...args);
    const answer = command === 'cape.runTool' ? await this.withProgress(args[0], command, args) : await run();
    await present(command, answer);
  }

  async useSkill(): Promise<void> {
    const skill = await this.pick('cape.listSkills', 'skills', 'Which skill?', 'There is no skill in .agents/skills');
    if (skill) await this.show('cape.useSkill', { name: skill.name });
  }

  /** Makes the file of a new skill and leaves the cursor in what is to be said first. */
  async newSkill(): Promise<void> {
    const name = await vscode.window.showInputBox({
      title: 'New skill',
      prompt: 'The name: lower-case letters, digits and hyphens',
      validateInput: text => (isSkillName(text) ? undefined : 'Up to 64 lower-case letters, digits and single hyphens inside'),
    });
    if (!name) return;
    const draft = await this.call('cape.draftSkill', { name });
    if (!draft?.success) {
      await present('cape.draftSkill', draft);
      return;
    }
    const uri = vscode.Uri.file(String(draft['path']));
    const content = String(draft['content']);
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(uri, { contents: Buffer.from(content) });
    if (!(await vscode.workspace.applyEdit(edit))) {
      void vscode.window.showErrorMessage(`CAPE: ${String(draft['file'])} could not be made`);
      return;
    }
    const editor = await vscode.window.showTextDocument(uri);
    const line = editor.document.lineAt(2).range; // the description
    editor.selection = new vscode.Selection(line.start.translate(0, 'description: '.length), line.end);
  }

  async runTool(): Promise<void> {
    const tool = await this.pick('cape.listTools', 'tools', 'Which tool?', 'There is no script with a __main__ guard in the tools folder');
    if (!tool) return;
    const line = await vscode.window.showInputBox({
      title: `Run ${tool.name ?? ''}`,
      prompt: 'Arguments, as on a command line. Enter runs the tool.',
      validateInput: text => (splitWords(text) ? undefined : 'A quote is not closed'),
    });
    const argv = line === undefined ? undefined : splitWords(line);
    if (argv) await this.show('cape.runTool', { name: tool.name, argv });
  }

  async applyEditResult(): Promise<void> {
    const result = readEditResult(await vscode.env.clipboard.readText());
    if (!result) {
      void vscode.window.showErrorMessage('CAPE: the clipboard holds no result of edit_file. Copy the whole dictionary or the whole diff.');
      return;
    }
    await this.show('cape.applyEditResult', result);
  }

  async editHistory(): Promise<void> {
    const edit = await this.pickEdit('Edits of this session', () => true);
    const revert = 'Revert';
    if (!edit || edit.reverted) return;
    const choice = await vscode.window.showInformationMessage(label(edit), revert);
    if (choice === revert) await this.show('cape.edits.revert', { id: edit.id });
  }

  async revertEdit(): Promise<void> {
    const edit = await this.pickEdit('Which edit is to be taken back?', row => !row.reverted);
    if (edit) await this.show('cape.edits.revert', { id: edit.id });
  }

  /** Lets the user choose an edit, the newest first. */
  private pickEdit(title: string, wanted: (row: Row) => boolean): Promise<Row | undefined> {
    return this.pick('cape.edits.history', 'history', title, 'There is no edit of this session', rows => rows.filter(wanted).reverse());
  }

  /** Lets the user choose a row of a list of the server. */
  private async pick(
    command: string,
    key: string,
    title: string,
    none: string,
    arrange: (rows: Row[]) => Row[] = rows => rows,
  ): Promise<Row | undefined> {
    const answer = await this.call(command, {});
    if (!answer) return undefined;
    if (answer.success === false) {
      await present(command, answer);
      return undefined;
    }
    const rows = arrange((answer[key] as Row[] | undefined) ?? []);
    if (rows.length === 0) {
      void vscode.window.showInformationMessage(`CAPE: ${none}`);
      return undefined;
    }
    const items = rows.map(row => ({ label: label(row), detail: row.description ?? detail(row), row }));
    const choice = await vscode.window.showQuickPick(items, { title, matchOnDetail: true });
    return choice?.row;
  }

  private withProgress(args: unknown, command: string, all: unknown[]): Thenable<Answer | undefined> {
    const title = `Running ${(args as Row | undefined)?.name ?? 'a tool'}`;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    return vscode.window.withProgress(options, (_, token) => this.ask(command, all, token));
  }

  private call(command: string, ...args: unknown[]): Promise<Answer | undefined> {
    return this.ask(command, args, new vscode.CancellationTokenSource().token);
  }

  private async ask(command: string, args: unknown[], token: vscode.CancellationToken): Promise<Answer | undefined> {
    if (command === 'cape.runTool' && !vscode.workspace.isTrusted) {
      return { success: false, error: 'tools are run only in a trusted workspace' };
    }
    const client = await this.session.start();
    if (!client) return undefined;
    try {
      return (await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: args }, token)) as Answer | undefined;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      return { success: false, error: error instanceof Error ? error.message : String(error) };
    }
  }
}

function label(row: Row): string {
  if (row.name !== undefined) return row.name;
  const time = row.time ? new Date(row.time).toLocaleTimeString() : '';
  return `${time} ${row.title ?? ''}${row.reverted ? ' (taken back)' : ''}`.trim();
}

/** Why an edit was made, or what it replaced by what. */
function detail(row: Row): string | undefined {
  const [edit] = row.edits ?? [];
  if (!edit) return undefined;
  if (edit.reason) return edit.reason;
  return edit.old === undefined ? undefined : `${oneLine(edit.old)} \u2192 ${oneLine(edit.new ?? '')}`;
}

function oneLine(text: string): string {
  const [first = '', ...more] = text.trim().split('\n');
  return more.length > 0 ? `${first} ...` : first;
}
