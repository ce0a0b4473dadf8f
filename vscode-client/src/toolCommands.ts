// The commands about tools.
import * as vscode from 'vscode';
import { Asking, at } from './asking';
import { choose, choosePlace, Of, rootOf } from './choosing';
import { tell } from './tell';
import { ToolArguments } from './toolArguments';
import type { ToolRuns } from './toolRuns';

const { t } = vscode.l10n;

interface ChosenTool {
  name: string;
  root: string | undefined;
}

export class ToolCommands {
  constructor(
    private readonly asking: Asking,
    private readonly runs: ToolRuns,
    private readonly toolArguments: ToolArguments,
  ) {}

  /** Runs a tool of a row at once; from the palette, asks for the tool and its arguments. */
  async run(of: Of): Promise<void> {
    if (of?.name === undefined) await this.runWithArguments(undefined);
    else await this.runs.run(of.name, [], rootOf(of));
  }

  async runWithArguments(of: Of): Promise<void> {
    const tool = await this.choose(of);
    if (!tool) return;
    const argv = await this.toolArguments.ask(tool.name, tool.root);
    if (argv) await this.runs.run(tool.name, argv, tool.root);
  }

  async showHelp(of: Of): Promise<void> {
    const tool = await this.choose(of);
    if (tool) await this.toolArguments.showHelp(tool.name, tool.root);
  }

  async stop(of: Of): Promise<void> {
    const id = of?.run ?? (await this.chooseRun());
    if (id !== undefined) await this.runs.stop(id);
  }

  private async chooseRun(): Promise<string | undefined> {
    const items = this.runs.running.map(({ id, name }) => ({ label: name, id }));
    const choice = items.length === 1 ? items[0] : await choose(items, t('Which run is to be stopped?'), t('no tool runs'));
    return choice?.id;
  }

  private async choose(of: Of): Promise<ChosenTool | undefined> {
    if (!vscode.workspace.isTrusted) {
      void tell.error(t('tools are run only in a trusted workspace'));
      return undefined;
    }
    if (of?.name !== undefined) return { name: of.name, root: rootOf(of) };
    const place = await choosePlace();
    const listed = place && (await this.asking.expect('cape.listTools', { refresh: true, ...at(place.root) }));
    if (!listed) return undefined;
    const items = listed.tools.map(({ name, description }) => ({ label: name, detail: description }));
    const choice = await choose(items, t('Which tool?'), t('there is no script with a __main__ guard in the tools folder'));
    return choice && { name: choice.label, root: place.root };
  }
}
