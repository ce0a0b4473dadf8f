// Showing people what a command of the server answered. Programs that call the server's commands get
// the plain answer and no window.
import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

/** The answer to a command: CAPE's result dictionaries. */
export interface Answer {
  success?: boolean;
  error?: string;
  [key: string]: unknown;
}

/** The client command that runs a server command and shows its answer. */
export const presentCommand = 'capeLs.present';

/** Server commands whose answer a person wants to see. */
const shown: Record<string, (answer: Answer) => Promise<void>> = {
  'cape.useSkill': showSkill,
  'cape.runTool': showToolRun,
  'cape.listEditableFiles': showEditableFiles,
};

/** Shows the answer to `command`; a refusal is shown for every command. */
export async function present(command: string, answer: Answer | null | undefined): Promise<void> {
  if (!answer) return;
  const show = shown[command] ?? showEdit;
  if (answer.success === false && show !== showToolRun) {
    void vscode.window.showErrorMessage(`CAPE: ${answer.error ?? 'the server refused without a reason'}`);
    return;
  }
  await show(answer);
}

/**
 * Code actions of the server run its commands, whose answers the editor would drop. Here they are led
 * through the client's own command, which shows them.
 */
export const forPeople: Middleware = {
  async provideCodeActions(document, range, context, token, next) {
    const actions = await next(document, range, context, token);
    for (const action of actions ?? []) detour(action);
    return actions;
  },
  async resolveCodeAction(action, token, next) {
    const resolved = await next(action, token);
    if (resolved) detour(resolved);
    return resolved;
  },
};

function detour(action: vscode.CodeAction | vscode.Command): void {
  const command = typeof action.command === 'string' ? (action as vscode.Command) : action.command;
  if (!command || !(command.command in shown)) return;
  command.arguments = [command.command, ...(command.arguments ?? [])];
  command.command = presentCommand;
}

async function showSkill(answer: Answer): Promise<void> {
  const content = String(answer['content'] ?? '');
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: true });
  const copy = 'Copy';
  const choice = await vscode.window.showInformationMessage(`The instructions of the skill ${String(answer['name'] ?? '')}`, copy);
  if (choice === copy) await vscode.env.clipboard.writeText(content);
}

let toolOutput: vscode.OutputChannel | undefined;

async function showToolRun(answer: Answer): Promise<void> {
  toolOutput ??= vscode.window.createOutputChannel('CAPE Tools');
  const argv = Array.isArray(answer['argv']) ? answer['argv'].map(a => JSON.stringify(a)).join(' ') : '';
  toolOutput.appendLine(`> ${String(answer['name'] ?? 'tool')} ${argv}`.trimEnd());
  if (answer['stdout']) toolOutput.appendLine(String(answer['stdout']).trimEnd());
  if (answer.success) toolOutput.appendLine('[done]');
  else toolOutput.appendLine(`[${answer.error ?? `ended with code ${String(answer['returncode'])}`}]`);
  toolOutput.appendLine('');
  toolOutput.show(true);
}

async function showEditableFiles(answer: Answer): Promise<void> {
  const files = (answer['files'] as string[] | undefined) ?? [];
  const patterns = (answer['patterns'] as string[] | undefined) ?? [];
  const choice = await vscode.window.showQuickPick(files, {
    title: 'Files that an agent may edit',
    placeHolder: files.length > 0 ? `Allowed: ${patterns.join('  ')}` : 'None: EditAllowList in cape-agent.json names no file that exists',
  });
  if (!choice) return;
  const root = vscode.Uri.file(String(answer['rootdir'] ?? ''));
  await vscode.window.showTextDocument(vscode.Uri.joinPath(root, choice));
}

async function showEdit(answer: Answer): Promise<void> {
  const problems = (answer['newProblems'] as unknown[] | undefined) ?? [];
  const file = String(answer['file'] ?? 'the file');
  if (problems.length > 0) {
    void vscode.window.showWarningMessage(`CAPE: ${file} is edited, with new problems: ${problems.map(problemText).join('; ')}`);
    return;
  }
  const saved = answer['saved'] === true ? ' and saved' : answer['saved'] === false ? ', not saved' : '';
  vscode.window.setStatusBarMessage(`CAPE: ${file} edited${saved}`, 5000);
}

function problemText(problem: unknown): string {
  if (typeof problem === 'string') return problem;
  const { line, message } = problem as { line?: number; message?: string };
  return line === undefined ? String(message) : `line ${line}: ${String(message)}`;
}
