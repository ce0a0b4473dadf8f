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
  'cape.listEditableFiles': showEditableFiles,
};

/** Server commands that are led through the client's own one. */
const led = new Set([...Object.keys(shown), 'cape.runTool']);

/** Server commands of code actions that are done otherwise here: the answer to another command is shown. */
const instead: Record<string, string> = {
  'cape.openScripts': 'cape.listScripts', // a list to pick from, in place of a message with buttons
};

/** Shows the answer to `command`; a refusal is shown for every command. */
export async function present(command: string, answer: Answer | null | undefined): Promise<void> {
  if (!answer) return;
  if (answer.success === false) {
    void vscode.window.showErrorMessage(`CAPE: ${answer.error ?? vscode.l10n.t('the server refused without a reason')}`);
    return;
  }
  // Of an edit that was made, EditsWatch tells, whoever has asked for it.
  await shown[command]?.(answer);
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
  async provideCodeLenses(document, token, next) {
    const lenses = await next(document, token);
    for (const lens of lenses ?? []) detour(lens);
    return lenses;
  },
  async resolveCodeLens(lens, token, next) {
    const resolved = await next(lens, token);
    if (resolved) detour(resolved);
    return resolved;
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

/** The kinds of actions that run something of CAPE; not the one that mends all when a file is saved. */
const ofSource = /^source(\.cape(\.|$)|$)/;

/**
 * VS Code keeps source actions out of the menu behind Ctrl+., where people look for skills and tools. Only
 * where it is asked for: the light bulb must not burn in every line because a tool could be run.
 */
function intoMenu(action: vscode.CodeAction | vscode.Command): void {
  if ('kind' in action && action.kind && ofSource.test(action.kind.value)) action.kind = vscode.CodeActionKind.Empty;
}

function detour(action: vscode.CodeAction | vscode.Command | vscode.CodeLens): void {
  const command = typeof action.command === 'string' ? (action as vscode.Command) : action.command;
  if (!command) return;
  const server = instead[command.command] ?? command.command;
  if (!led.has(server)) return;
  command.arguments = [server, ...(command.arguments ?? [])];
  command.command = presentCommand;
}

async function showSkill(answer: Answer): Promise<void> {
  const content = String(answer['content'] ?? '');
  const name = String(answer['name'] ?? 'skill');
  await showPage(`${name}.md`, content);
  const copy = vscode.l10n.t('Copy');
  const choice = await vscode.window.showInformationMessage(vscode.l10n.t('The instructions of the skill {0}', name), copy);
  if (choice === copy) await vscode.env.clipboard.writeText(content);
}

/** What CAPE's agent would read of skills, and the files that it would skip. */
async function showPromptSkills(answer: Answer): Promise<void> {
  const lines = (answer['lines'] as string[] | undefined) ?? [];
  const skipped = (answer['skipped'] as { file: string; error: string }[] | undefined) ?? [];
  const content = [...lines, ...(skipped.length > 0 ? ['', vscode.l10n.t('Skipped:'), ''] : []), ...skipped.map(s => `- ${s.file}: ${s.error}`)].join('\n');
  await showPage(`${vscode.l10n.t('What the agent would see')}.md`, `${content}\n`);
}

interface Script {
  file: string;
  path: string;
}

/** Opens the script, or lets the user choose among several. */
async function showScripts(answer: Answer): Promise<void> {
  const scripts = (answer['scripts'] as Script[] | undefined) ?? [];
  if (scripts.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('CAPE: there is no script in the tools folder, and no skill has one'));
    return;
  }
  const items = scripts.map(script => ({ label: path.basename(script.file), description: script.file, script }));
  const choice = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which script?'), matchOnDescription: true });
  if (choice) await vscode.window.showTextDocument(vscode.Uri.file(choice.script.path));
}

async function showEditableFiles(answer: Answer): Promise<void> {
  const listed = Array.isArray(answer['files']) ? (answer['files'] as (string | { file?: string; path?: string })[]) : [];
  const root = String(answer['root'] ?? answer['rootdir'] ?? '');
  const files = listed.map(one => {
    const name = typeof one === 'string' ? one : (one.file ?? one.path ?? '');
    return { label: name, path: path.resolve(root, typeof one === 'string' ? one : (one.path ?? name)) };
  });
  const patterns = ((answer['patterns'] as unknown[] | undefined) ?? []).filter(one => typeof one === 'string');
  const allowed = patterns.length > 0 ? vscode.l10n.t('Allowed: {0}', patterns.join('  ')) : '';
  const none = vscode.l10n.t('None: EditAllowList in cape-agent.json names no file that exists');
  const choice = await vscode.window.showQuickPick(files, { title: vscode.l10n.t('Files that an agent may edit'), placeHolder: files.length > 0 ? allowed : none });
  if (choice) await vscode.window.showTextDocument(vscode.Uri.file(choice.path));
}
