// The Python that the user has chosen in the Python extension. The server runs tools with it when the setting
// cape.python names no other.
import * as os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { interpreterFile } from './interpreter';

/** What is used of the API of ms-python.python. */
interface PythonAPI {
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(environment: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

const extension = 'ms-python.python';
const patience = 1500; // milliseconds; finding out may take the extension longer, and the server need not wait

export class ChosenPython implements vscode.Disposable {
  private watching: vscode.Disposable | undefined;

  /** `changed` is called when the user chooses another one. */
  constructor(private readonly changed: () => void) {}

  /** The interpreter's file; undefined when none was chosen, and in a workspace that is not trusted. */
  async file(): Promise<string | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const surroundings = { home: os.homedir(), folder: folder?.fsPath, environment: process.env };
    const active = await this.active(folder).catch(() => undefined);
    const setting = vscode.workspace.getConfiguration('python', folder).get<string>('defaultInterpreterPath');
    return interpreterFile(active ?? '', surroundings) ?? interpreterFile(setting ?? '', surroundings);
  }

  dispose(): void {
    this.watching?.dispose();
  }

  /** Asks the Python extension, where it runs; it is not started for this. */
  private async active(folder: vscode.Uri | undefined): Promise<string | undefined> {
    const found = vscode.extensions.getExtension<PythonAPI>(extension);
    const environments = found?.isActive ? found.exports?.environments : undefined;
    if (!environments) return undefined;
    this.watching ??= environments.onDidChangeActiveEnvironmentPath(() => this.changed());
    const environment = environments.getActiveEnvironmentPath(folder);
    const resolved = await Promise.race([environments.resolveEnvironment(environment), pause(patience, undefined, { ref: false })]);
    return resolved?.executable.uri?.fsPath ?? environment.path;
  }
}
