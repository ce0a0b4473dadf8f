// Pages: texts to be read, that are no files. An untitled document would do, but the editor asks of each
// one, when it is closed, whether it is to be saved.
import * as vscode from 'vscode';

const scheme = 'cape-page';

class Pages implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  set(uri: vscode.Uri, text: string): void {
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
  }

  delete(uri: vscode.Uri): void {
    this.texts.delete(uri.toString());
  }
}

const pages = new Pages();

/** Lets pages be shown, until the answer is disposed of. */
export function registerPages(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, pages);
}

/** Writes a page; `title` names it, with an ending that says its language. */
export function writePage(title: string, text: string): vscode.Uri {
  return write(vscode.Uri.from({ scheme, path: `/${title}` }), text);
}

/** Writes another text of a file; `which` tells it from others. It has the path of the file, or a diff would show it as renamed. */
export function writeSide(file: vscode.Uri, which: string, text: string): vscode.Uri {
  return write(vscode.Uri.from({ scheme, path: file.path, query: which }), text);
}

function write(uri: vscode.Uri, text: string): vscode.Uri {
  pages.set(uri, text);
  return uri;
}

/** Shows a page. */
export async function showPage(title: string, text: string): Promise<void> {
  await vscode.window.showTextDocument(writePage(title, text), { preview: true });
}

/** Shows a page of Markdown as it is meant to be read. */
export async function showMarkdown(title: string, text: string): Promise<void> {
  const uri = writePage(title, text);
  try {
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  } catch {
    await vscode.window.showTextDocument(uri, { preview: true }); // somebody has switched the preview off
  }
}

/** Forgets a page that is no longer shown. */
export function dropPage(uri: vscode.Uri): void {
  pages.delete(uri);
}
