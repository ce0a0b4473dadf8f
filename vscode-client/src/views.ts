// The views of the activity bar: what the agent knows and may do, as the server lists it.
import * as vscode from 'vscode';
import { Asking, at, Place, places } from './asking';
import type { EditsWatch } from './editsWatch';
import { editableRows } from './editableRows';
import { editRows } from './editRows';
import type { Row } from './row';
import { skillRows } from './skillRows';
import { toolRows } from './toolRows';
import type { ToolRuns } from './toolRuns';

/** A row with the repository that it is of. */
export interface PlacedRow extends Row {
  root?: string;
  children?: PlacedRow[] | undefined;
  /** The ids from the top. */
  key?: string;
}

type Load = (place: Place) => Promise<Row[]>;

class View implements vscode.TreeDataProvider<PlacedRow>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  readonly tree: vscode.TreeView<PlacedRow>;

  constructor(
    id: string,
    private readonly load: Load,
  ) {
    this.tree = vscode.window.createTreeView(id, { treeDataProvider: this, showCollapseAll: true });
  }

  dispose(): void {
    this.tree.dispose();
    this.changes.dispose();
  }

  /** Asks again, now if the view is on the screen, else when it comes there. */
  refresh(): void {
    this.changes.fire();
  }

  async getChildren(row?: PlacedRow): Promise<PlacedRow[]> {
    if (row) return row.children ?? [];
    const all = places();
    const lists = await Promise.all(all.map(async place => placed(await this.load(place), place, '')));
    if (all.length === 1) return lists[0] ?? [];
    return all.flatMap((place, i): PlacedRow[] => {
      const children = lists[i] ?? [];
      if (children.length === 0) return [];
      const spoken = vscode.l10n.t('repository {0}', place.name);
      return placed([{ id: place.root, label: place.name, icon: 'root-folder', tooltip: place.root, context: 'place', spoken, children, expanded: true }], place, '');
    });
  }

  getTreeItem(row: PlacedRow): vscode.TreeItem {
    const closed = row.expanded ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
    const item = new vscode.TreeItem(row.label, row.children && row.children.length > 0 ? closed : vscode.TreeItemCollapsibleState.None);
    if (row.key !== undefined) item.id = row.key;
    item.description = row.description ?? '';
    item.contextValue = row.context;
    item.accessibilityInformation = { label: row.spoken };
    if (row.tooltip !== undefined) item.tooltip = new vscode.MarkdownString(row.tooltip, true);
    item.iconPath = row.icon === undefined ? vscode.ThemeIcon.File : new vscode.ThemeIcon(row.icon, row.colour === undefined ? undefined : new vscode.ThemeColor(row.colour));
    if (row.file !== undefined) {
      const uri = vscode.Uri.file(row.file);
      item.resourceUri = uri;
      if (row.opens) {
        const selection = row.opens.line > 0 ? new vscode.Range(row.opens.line, 0, row.opens.line, 0) : undefined;
        item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri, { preview: true, ...(selection ? { selection } : {}) }] };
      }
    }
    return item;
  }
}

function placed(rows: Row[], place: Place, above: string): PlacedRow[] {
  const seen = new Map<string, number>();
  return rows.map(row => {
    const same = seen.get(row.id) ?? 0;
    seen.set(row.id, same + 1);
    const key = `${above}/${place.root} ${row.id}${same > 0 ? ` ${same}` : ''}`;
    return { ...row, root: place.root, key, ...(row.children ? { children: placed(row.children, place, key) } : {}) };
  });
}

export class Views implements vscode.Disposable {
  private readonly skills: View;
  private readonly tools: View;
  private readonly editable: View;
  private readonly edits: View;
  private readonly subscriptions: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private readonly first: NodeJS.Immediate;
  private last = '';

  constructor(asking: Asking, runs: ToolRuns, watch: EditsWatch) {
    const say = vscode.l10n.t;
    const { life } = asking.session;
    this.skills = new View('capeLs.skills', async place => {
      const listed = await asking.peek('cape.listSkills', at(place));
      return listed ? skillRows(listed, say) : [];
    });
    this.tools = new View('capeLs.tools', async place => {
      const listed = await asking.peek('cape.listTools', { refresh: true, ...at(place) });
      return listed ? toolRows(listed, runs.running.filter(({ cwd }) => cwd === place.root || places().length === 1), say) : [];
    });
    this.editable = new View('capeLs.editable', async place => {
      const listed = await asking.peek('cape.listEditableFiles', at(place));
      return listed ? editableRows(listed, say) : [];
    });
    this.edits = new View('capeLs.edits', async place => editRows(await watch.steps(place.root), time => time.toLocaleTimeString(), say));
    const soon = () => this.refreshSoon();
    this.subscriptions = [
      this.skills, this.tools, this.editable, this.edits,
      life.onDidChangeLists(soon),
      life.onDidChange(() => this.refresh()),
      runs.onDidChange(() => {
        this.tools.refresh();
        soon(); // it may have changed files
      }),
      watch.onDidChange(() => this.edits.refresh()),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.scheme === 'file' && /(SKILL\.md|\.py|cape-agent\.json)$/i.test(uri.path)) soon();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(soon),
      vscode.workspace.onDidGrantWorkspaceTrust(soon),
      vscode.workspace.onDidOpenTextDocument(() => this.lookAround()),
      vscode.workspace.onDidCloseTextDocument(() => this.lookAround()),
    ];
    this.first = setImmediate(() => this.refresh()); // it looks at the disk, and the editor waits for the extension now
  }

  dispose(): void {
    clearImmediate(this.first);
    clearTimeout(this.timer);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  refresh(): void {
    this.lookAround();
    this.tools.tree.message = vscode.workspace.isTrusted ? '' : vscode.l10n.t('Tools are run only in a trusted workspace');
    for (const view of [this.skills, this.tools, this.editable, this.edits]) view.refresh();
  }

  /** Once for a burst of changes. */
  private refreshSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), 200);
  }

  /** An opened document may bring another repository. */
  private lookAround(): void {
    const now = places().map(place => place.root).join('\n');
    if (now === this.last) return;
    this.last = now;
    void vscode.commands.executeCommand('setContext', 'capeLs.hasRepository', now !== '');
    this.refreshSoon();
  }
}
