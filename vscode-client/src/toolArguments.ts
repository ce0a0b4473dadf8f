// Asking for the arguments of a tool: free text, the lines of earlier runs, and the tool's options.
import * as vscode from 'vscode';
import { Asking, at } from './asking';
import { showMarkdown } from './pages';
import { fenceFor } from './row';
import { remembered } from './runText';
import { splitWords } from './words';

interface Item extends vscode.QuickPickItem {
  /** A whole line of arguments. */
  line?: string;
  /** An option, to be put behind what is typed. */
  option?: string;
}

export class ToolArguments {
  constructor(
    private readonly asking: Asking,
    private readonly memory: vscode.Memento,
  ) {}

  /** The arguments that the user wants, or undefined when they want no run. */
  async ask(name: string, root: string | undefined): Promise<string[] | undefined> {
    const options = await this.options(name, root);
    return new Promise(resolve => {
      const pick = vscode.window.createQuickPick<Item>();
      const help: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('question'), tooltip: vscode.l10n.t('Show what --help says') };
      const forget: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Forget this line') };
      const reuse: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Edit this line') };
      pick.title = vscode.l10n.t('Run {0}', name);
      pick.placeholder = vscode.l10n.t('Arguments, as on a command line; Enter runs the tool');
      pick.buttons = [help];
      const fill = () => {
        const typed = pick.value.trim();
        const closed = splitWords(pick.value) !== undefined;
        const first: Item = closed
          ? { label: `$(play) ${name} ${typed}`.trimEnd(), ...(typed ? {} : { detail: vscode.l10n.t('without arguments') }), line: pick.value, alwaysShow: true }
          : { label: `$(warning) ${vscode.l10n.t('A quote is not closed')}`, alwaysShow: true };
        const earlier = this.lines(name, root).filter(line => line !== typed).map((line): Item => ({ label: line, line, iconPath: new vscode.ThemeIcon('history'), buttons: [reuse, forget] }));
        pick.items = [
          first,
          ...(earlier.length > 0 ? [separator(vscode.l10n.t('Earlier')), ...earlier] : []),
          ...(options.length > 0 ? [separator(vscode.l10n.t('Its arguments')), ...options] : []),
        ];
      };
      let result: string[] | undefined;
      pick.onDidChangeValue(fill);
      pick.onDidTriggerButton(() => void this.showHelp(name, root));
      pick.onDidTriggerItemButton(({ button, item }) => {
        if (button === forget) void this.keep(name, root, this.lines(name, root).filter(line => line !== item.line)).then(fill);
        else pick.value = item.line ?? '';
        if (button === reuse) fill();
      });
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item?.option !== undefined) {
          pick.value = `${[pick.value.trim(), item.option].filter(Boolean).join(' ')} `;
          fill();
          return;
        }
        const words = item?.line === undefined ? undefined : splitWords(item.line);
        if (!words) return;
        void this.keep(name, root, remembered(this.lines(name, root), item?.line ?? ''));
        result = words;
        pick.hide();
      });
      pick.onDidHide(() => {
        pick.dispose();
        resolve(result);
      });
      fill();
      pick.show();
    });
  }

  /** Shows what the tool says of itself. */
  async showHelp(name: string, root: string | undefined): Promise<void> {
    const options = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Asking {0} for its help', name) };
    const answer = await vscode.window.withProgress(options, () => this.asking.expect('cape.toolHelp', { name, ...at(root) }));
    if (!answer) return;
    const fence = fenceFor(answer.text);
    await showMarkdown(`${name} --help.md`, `# ${name}\n\n${fence}text\n${answer.text.trimEnd()}\n${fence}\n`);
  }

  private async options(name: string, root: string | undefined): Promise<Item[]> {
    const tool = (await this.asking.peek('cape.listTools', at(root)))?.tools.find(one => one.name === name);
    return (tool?.options ?? []).map(({ names, help, positional, required, default: value }): Item => {
      // A positional argument has no name on the command line: it only says what is wanted.
      const option = positional ? '' : (names.at(-1) ?? '');
      const known = value === undefined ? (required ? vscode.l10n.t('required') : undefined) : vscode.l10n.t('default {0}', value);
      return { label: names.join(', '), description: [help, known].filter(Boolean).join(' \u00b7 '), option, alwaysShow: true };
    });
  }

  private lines(name: string, root: string | undefined): string[] {
    return this.memory.get<string[]>(memoryKey(name, root), []);
  }

  private keep(name: string, root: string | undefined, lines: string[]): Thenable<void> {
    return this.memory.update(memoryKey(name, root), lines);
  }
}

function memoryKey(name: string, root: string | undefined): string {
  return `arguments ${root ?? ''} ${name}`;
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
