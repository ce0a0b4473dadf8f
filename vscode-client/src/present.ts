// Showing people what a command of the server answered.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { Answers, plain } from './answers';
import { showPage } from './pages';
import { tell } from './tell';

const { t } = vscode.l10n;

/** The client command that runs a server command and shows its answer. */
export const presentCommand = 'capeLs.present';

/** Server commands whose answer a person wants to see. */
const shown = {
  'cape.useSkill': showSkill,
  'cape.readSkill': showSkill,
  'cape.listPromptSkills': showPromptSkills,
  'cape.listScripts': showScripts,
  'cape.listEditableFiles': showEditableFiles,
};

export type Shown = keyof typeof shown;

/** Whether the command is one that is led through the client's own. */
export function isShown(command: string): boolean {
  return command in shown || command === 'cape.runTool';
}

/** Shows the answer to `command`. */
export async function present<C extends Shown>(command: C, answer: Answers[C]): Promise<void> {
  await (shown[command] as (answer: Answers[C]) => Promise<void>)(answer);
}

async function showSkill({ name, content }: Answers['cape.readSkill']): Promise<void> {
  await showPage(`${plain(name) || 'skill'}.md`, content);
  const copy = t('Copy');
  const choice = await tell.information(t('the instructions of the skill {0}', plain(name)), copy);
  if (choice === copy) await vscode.env.clipboard.writeText(content);
}

/** What CAPE's agent would read of skills, and the files that it would skip. */
async function showPromptSkills({ lines, skipped }: Answers['cape.listPromptSkills']): Promise<void> {
  const passed = skipped.map(({ file, error }) => `- ${file}: ${error}`);
  await showPage(`${t('What the agent would see')}.md`, [...lines, ...(passed.length > 0 ? ['', t('Skipped:'), '', ...passed] : []), ''].join('\n'));
}

/** Opens the script, or lets the user choose among several. */
async function showScripts({ scripts }: Answers['cape.listScripts']): Promise<void> {
  if (scripts.length === 0) {
    void tell.information(t('there is no script in the tools folder, and no skill has one'));
    return;
  }
  const items = scripts.map(script => ({ label: path.basename(script.file), description: script.file, script }));
  const choice = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: t('Which script?'), matchOnDescription: true });
  if (choice) await vscode.window.showTextDocument(vscode.Uri.file(choice.script.path));
}

async function showEditableFiles({ rootdir, patterns, files }: Answers['cape.listEditableFiles']): Promise<void> {
  const placeHolder = files.length > 0 ? t('Allowed: {0}', patterns.join('  ')) : t('None: EditAllowList in cape-agent.json names no file that exists');
  const choice = await vscode.window.showQuickPick(files, { title: t('Files that an agent may edit'), placeHolder });
  if (choice !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(path.resolve(rootdir, choice)));
}
