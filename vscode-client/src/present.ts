// Showing people what a command of the server answered. Programs that call the server's commands get
// the plain answer and no window.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { showPage } from './pages';

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
  'cape.readSkill': showSkill,
  'cape.listPromptSkills': showPromptSkills,
  'cape.listScripts': showScripts,
  'cape.runTool': showToolRun,
  'cape.listEditableFiles': showEditableFiles,
};

/** Server commands of code actions that are done otherwise here: the answer to another command is shown. */
const instead: Record<string, string> = {
  'cape.openScripts': 'cape.listScripts', // a list to pick from, in place of a message with buttons
};

/** Shows the answer to `command`; a refusal is shown for every command. */
export async function present(command: string, answer: Answer | null | undefined): Promise<void> {
  if (!answer) return;
  const show = shown[command] ?? showEdit;
  const ran = show === showToolRun && ('stdout' in answer || 'returncode' in answer);
  if (answer.success === false && !ran) {
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
    const actions = (await next(document, range, context, token))?.filter(mayBeDone);
    const asked = context.triggerKind === vscode.CodeActionTriggerKind.Invoke && context.only === undefined;
    for (const action of actions ?? []) {
      detour(action);
      if (asked) intoMenu(action);
    }
    return actions;
  },
  async provideDocumentSymbols(document, token, next) {
    const symbols = await next(document, token);
    return listsHeadings.includes(document.languageId) ? symbols?.filter(notHeading) as typeof symbols : symbols;
  },
  async resolveCodeAction(action, token, next) {
    const resolved = await next(action, token);
    if (resolved) detour(resolved);
    return resolved;
  },
};

/** In a workspace that is not trusted, no tool is run. */
function mayBeDone(action: vscode.CodeAction | vscode.Command): boolean {
  const command = typeof action.command === 'string' ? action.command : action.command?.command;
  return command !== 'cape.runTool' || vscode.workspace.isTrusted;
}

/** Languages in which VS Code's own Markdown support lists the headings. */
const listsHeadings = ['markdown', 'skill'];

/** The server draws headings as strings and the front matter as a module. */
function notHeading(symbol: vscode.DocumentSymbol | vscode.SymbolInformation): boolean {
  return symbol.kind !== vscode.SymbolKind.String;
}

/**
 * VS Code keeps source actions out of the menu behind Ctrl+., where people look for skills and tools. Only
 * where it is asked for: the light bulb must not burn in every line because a tool could be run.
 */
function intoMenu(action: vscode.CodeAction | vscode.Command): void {
  if ('kind' in action && action.kind?.value === vscode.CodeActionKind.Source.value) action.kind = vscode.CodeActionKind.Empty;
}

function detour(action: vscode.CodeAction | vscode.Command): void {
  const command = typeof action.command === 'string' ? (action as vscode.Command) : action.command;
  if (!command) return;
  const server = instead[command.command] ?? command.command;
  if (!(server in shown)) return;
  command.arguments = [server, ...(command.arguments ?? [])];
  command.command = presentCommand;
}

async function showSkill(answer: Answer): Promise<void> {
  const content = String(answer['content'] ?? '');
  const name = String(answer['name'] ?? 'skill');
  await showPage(`${name}.md`, content);
  const copy = 'Copy';
  const choice = await vscode.window.showInformationMessage(`The instructions of the skill ${name}`, copy);
  if (choice === copy) await vscode.env.clipboard.writeText(content);
}

/** What CAPE's agent would read of skills, and the files that it would skip. */
async function showPromptSkills(answer: Answer): Promise<void> {
  const lines = (answer['lines'] as string[] | undefined) ?? [];
  const skipped = (answer['skipped'] as { file: string; error: string }[] | undefined) ?? [];
  const content = [...lines, ...(skipped.length > 0 ? ['', 'Skipped:', ''] : []), ...skipped.map(s => `- ${s.file}: ${s.error}`)].join('\n');
  await showPage('What the agent would see.md', `${content}\n`);
}

interface Script {
  file: string;
  path: string;
}

/** Opens the script, or lets the user choose among several. */
async function showScripts(answer: Answer): Promise<void> {
  const scripts = (answer['scripts'] as Script[] | undefined) ?? [];
  if (scripts.length === 0) {
    void vscode.window.showInformationMessage('CAPE: there is no script in the tools folder, and no skill has one');
    return;
  }
  const items = scripts.map(script => ({ label: path.basename(script.file), description: script.file, script }));
  const choice = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: 'Which script?', matchOnDescription: true });
  if (choice) await vscode.window.showTextDocument(vscode.Uri.file(choice.script.path));
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
