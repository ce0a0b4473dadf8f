// The commands about skills, and about what the agent is told.
import * as vscode from 'vscode';
import { agentPage } from './agentView';
import { AgentView, plain } from './answers';
import { Asking, at } from './asking';
import { choose, chooseAt, Of, rootOf } from './choosing';
import { showMarkdown } from './pages';
import { present } from './present';
import { tell } from './tell';
import { isSkillName } from './words';

const { t } = vscode.l10n;

export class SkillCommands {
  constructor(private readonly asking: Asking) {}

  async use(of: Of): Promise<void> {
    const place = of ? at(rootOf(of)) : await chooseAt();
    if (!place) return;
    const name = of?.name ?? (await this.choose(place));
    const answer = name === undefined ? undefined : await this.asking.expect('cape.useSkill', { name, ...place });
    if (answer) await present('cape.useSkill', answer);
  }

  private async choose(place: object): Promise<string | undefined> {
    const listed = await this.asking.expect('cape.listSkills', place);
    if (!listed) return undefined;
    const items = listed.skills.map(({ name, description }) => ({ label: plain(name), detail: plain(description) }));
    return (await choose(items, t('Which skill?'), t('there is no skill in .agents/skills')))?.label;
  }

  /** Makes the file of a new skill and leaves the cursor in what is to be said first. */
  async create(of: Of): Promise<void> {
    const place = of?.root !== undefined ? at(of.root) : await chooseAt();
    if (!place) return;
    const name = await vscode.window.showInputBox({
      title: t('New Skill'),
      prompt: t('The name: lower-case letters, digits and hyphens'),
      validateInput: text => (isSkillName(text) ? undefined : t('Up to 64 lower-case letters, digits and single hyphens inside')),
    });
    if (!name) return;
    const draft = await this.asking.expect('cape.draftSkill', { name, ...place });
    if (!draft) return;
    const uri = vscode.Uri.file(draft.path);
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(uri, { contents: Buffer.from(draft.content) });
    if (!(await vscode.workspace.applyEdit(edit))) {
      void tell.error(t('{0} could not be made', draft.file));
      return;
    }
    const editor = await vscode.window.showTextDocument(uri, { preview: false });
    const line = editor.document.lineAt(2).range; // the description
    editor.selection = new vscode.Selection(line.start.translate(0, 'description: '.length), line.end);
  }

  /** What the agent would be told, for one of the models of ModelList. */
  async showAgentView(): Promise<void> {
    const place = await chooseAt();
    const usual = place && (await this.asking.expect('cape.showAgentView', place));
    if (!usual) return;
    const view = usual.models.length > 1 ? await this.chooseView(place, usual) : usual;
    if (!view) return;
    const model = view.model === '' ? '' : ` (${view.model.replaceAll('/', '-')})`;
    await showMarkdown(`${t('What the agent sees')}${model}.md`, agentPage(view, t));
  }

  private async chooseView(place: object, usual: AgentView): Promise<AgentView | undefined> {
    const items = usual.models.map(({ name }) => ({ label: name, description: name === usual.model ? t('used when no other is named') : '' }));
    const model = (await vscode.window.showQuickPick(items, { title: t('Which model?') }))?.label;
    if (model === undefined || model === usual.model) return model === undefined ? undefined : usual;
    return this.asking.expect('cape.showAgentView', { model, ...place });
  }
}
