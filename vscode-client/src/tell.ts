// Messages to the user. All begin with CAPE's name, since VS Code tells the sender only of those with buttons, and all
// end as they are: without a full stop.
import * as vscode from 'vscode';
import { unlinked } from './harmless';

type Show = (message: string, ...choices: string[]) => Thenable<string | undefined>;

const as = (show: Show): Show => (message, ...choices) => show(`CAPE: ${unlinked(message)}`, ...choices);

export const tell = {
  information: as((message, ...choices) => vscode.window.showInformationMessage(message, ...choices)),
  warning: as((message, ...choices) => vscode.window.showWarningMessage(message, ...choices)),
  error: as((message, ...choices) => vscode.window.showErrorMessage(message, ...choices)),
  /** What went well, in the status bar for a while. */
  success: (message: string): void => void vscode.window.setStatusBarMessage(`$(check) CAPE: ${message}`, 5000),
};
