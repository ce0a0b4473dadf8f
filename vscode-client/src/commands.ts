// The commands of the palette and of the menus, by name.
import * as vscode from 'vscode';
import { Asking } from './asking';
import { chooseAt, filesOf, Of, rootOf } from './choosing';
import { EditCommands } from './editCommands';
import { EditsWatch } from './editsWatch';
import { registerPages } from './pages';
import { isShown, present, presentCommand, Shown } from './present';
import type { Session } from './session';
import { SkillCommands } from './skillCommands';
import { showMenu, Status } from './status';
import { ToolArguments } from './toolArguments';
import { ToolCommands } from './toolCommands';
import { ToolRuns } from './toolRuns';
import { Views } from './views';

export function registerCommands(context: vscode.ExtensionContext, session: Session): void {
  const asking = new Asking(session);
  const runs = new ToolRuns(asking);
  const watch = new EditsWatch(asking);
  const views = new Views(asking, runs, watch);
  context.subscriptions.push(registerPages(), new Status(session), runs, watch, views);
  const register = (name: string, run: (of: unknown, ...more: unknown[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));

  const show = async (command: Shown, argument: object | undefined) => {
    const answer = argument && (await asking.expect(command, argument));
    if (answer) await present(command, answer);
  };
  const skills = new SkillCommands(asking);
  register('capeLs.useSkill', of => skills.use(of as Of));
  register('capeLs.newSkill', of => skills.create(of as Of));
  register('capeLs.showAgentView', () => skills.showAgentView());

  const tools = new ToolCommands(asking, runs, new ToolArguments(asking, context.workspaceState));
  register('capeLs.runTool', of => tools.run(of as Of));
  register('capeLs.runToolWithArguments', of => tools.runWithArguments(of as Of));
  register('capeLs.showToolHelp', of => tools.showHelp(of as Of));
  register('capeLs.stopTool', of => tools.stop(of as Of));
  register('capeLs.openScripts', async () => show('cape.listScripts', await chooseAt()));

  const edits = new EditCommands(asking, watch);
  register('capeLs.listEditableFiles', async () => show('cape.listEditableFiles', await chooseAt()));
  register('capeLs.allowEditing', (of, all) => edits.allow(filesOf(of, all)));
  register('capeLs.whyEditable', of => edits.why(filesOf(of)[0]));
  register('capeLs.applyEditResult', () => edits.applyResult());
  register('capeLs.showEdit', of => edits.show(of as Of));
  register('capeLs.revertEdit', of => edits.revert(of as Of));

  register('capeLs.refreshViews', () => views.refresh());
  register('capeLs.menu', () => showMenu(session));
  register('capeLs.restartServer', () => session.restart());
  register('capeLs.showOutput', () => session.output.show());
  register(presentCommand, async (command, argument) => {
    if (command === 'cape.runTool') {
      const { name, argv = [], ...of } = argument as { name: string; argv?: string[]; fname?: string };
      await runs.run(name, argv, rootOf(of));
    } else if (isShown(String(command))) {
      await show(command as Shown, (argument as object | undefined) ?? {});
    }
  });
}
