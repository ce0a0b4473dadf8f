// A row of a view. Nothing is found out here: what the server does not say is not shown. No VS Code here and in the
// files that make rows, so that they can be tested without one.
import type { Problems } from './answers';

/** Puts words into the language of the user: `vscode.l10n.t`. */
export type Say = (message: string, ...values: (string | number)[]) => string;

/** A row of a tree, with the rows under it. */
export interface Row {
  /** Names the row among its siblings for as long as it stands for the same thing. */
  id: string;
  label: string;
  /** Greyed, behind the label. */
  description?: string | undefined;
  /** Markdown. */
  tooltip?: string | undefined;
  /** The name of a codicon; none for the picture of the file type. */
  icon?: string | undefined;
  /** The name of a theme colour for the icon. */
  colour?: string | undefined;
  /** The absolute path of what the row stands for: VS Code shows its problems. */
  file?: string | undefined;
  /** Whether a click opens `file`, and at which line, from 0. */
  opens?: { line: number } | undefined;
  /** What the menus ask for in `viewItem`. */
  context: string;
  /** What a screen reader says. */
  spoken: string;
  children?: Row[] | undefined;
  /** Whether the children are shown at once. */
  expanded?: boolean | undefined;
  /** What the commands of the row need. */
  name?: string | undefined;
  edit?: number | undefined;
  run?: string | undefined;
}

/** What a screen reader says, of parts of which some may be missing. */
export function spokenOf(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ');
}

/** A tooltip of paragraphs of which some may be missing. */
export function paragraphs(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}

/** Text in Markdown that shows as it is written: no address in it becomes a link. */
export function literal(plain: string): string {
  return plain.replace(/[\\`*_{}[\]()#+\-.!|<>~&:@]/g, '\\$&').replace(/\r?\n/g, '  \n');
}

/** Text in Markdown that shows as code. */
export function code(plain: string): string {
  return `\`${plain.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

/** A fence that none of the lines closes. */
export function fenceFor(lines: string): string {
  return '`'.repeat(Math.max(3, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length + 1)));
}

export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Joins a folder of the server's machine and a name with slashes. */
export function inside(folder: string, name: string): string {
  return /^([\\/]|[A-Za-z]:)/.test(name) ? name : `${folder.replace(/[\\/]+$/, '')}/${name}`;
}

/** The problems in words; undefined when there is none. */
export function problemsOf(problems: Problems | undefined, say: Say): string | undefined {
  if (!problems) return undefined;
  const { errors, warnings } = problems;
  const rest = problems.information + problems.hints;
  return (
    spokenOf(
      counted(errors, say('1 error'), say('{0} errors', errors)),
      counted(warnings, say('1 warning'), say('{0} warnings', warnings)),
      counted(rest, say('1 remark'), say('{0} remarks', rest)),
    ) || undefined
  );
}

/** "1 file", "2 files". */
export function files(n: number, say: Say): string {
  return n === 1 ? say('1 file') : say('{0} files', n);
}

function counted(n: number, one: string, many: string): string | undefined {
  return n === 0 ? undefined : n === 1 ? one : many;
}
