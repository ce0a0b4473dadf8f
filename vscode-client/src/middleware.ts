// What the server offers, changed on its way into the editor: code actions and lenses run commands whose answers the
// editor would drop. Here they are led through the client's own command, which shows them. Programs that call the
// server's commands get the plain answer and no window.
import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { isShown, presentCommand } from './present';

/** Server commands of code actions that are done otherwise here: the answer to another command is shown. */
const instead: Record<string, string> = {
  'cape.openScripts': 'cape.listScripts', // a list to pick from, in place of a message with buttons
};

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
  if (!isShown(server)) return;
  command.arguments = [server, ...((command.arguments ?? []) as unknown[])];
  command.command = presentCommand;
}
