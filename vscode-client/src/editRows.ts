// The rows of the agent's edits, the newest first.
import type { HistoryEntry } from './answers';
import { fenceFor, files as fileCount, inside, literal, paragraphs, Row, Say, spokenOf } from './row';

/** One step of the history of a repository. */
export interface Step {
  id: number;
  root: string;
  title: string;
  time: Date;
  reverted: boolean;
  files: { file: string; path: string; diff: string; problems: string[]; old: string; new: string; reason: string }[];
}

/** The steps of the history as the server lists them, the newest first. */
export function stepsOf(history: HistoryEntry[], root: string): Step[] {
  const steps = history.map(({ id, title, time, reverted, edits }): Step => {
    const files = edits.map(({ file, old, new: text, reason, outcome }) => ({
      file, path: inside(root, file), diff: outcome.diff ?? '', problems: outcome.newProblems ?? [], old, new: text, reason,
    }));
    return { id, root, title, time: new Date(time), reverted, files };
  });
  return steps.sort((a, b) => b.id - a.id);
}

export function editRows(steps: Step[], clock: (time: Date) => string, say: Say): Row[] {
  return steps.map(step => editRow(step, clock(step.time), say));
}

function editRow(step: Step, when: string, say: Say): Row {
  const [first] = step.files;
  const names = [...new Set(step.files.map(({ file }) => file))];
  const label = names.length === 1 ? (names[0] ?? '') : fileCount(names.length, say);
  const marked = step.reverted ? say('reverted') : undefined;
  const what = whatOf(step);
  return {
    id: `edit ${step.id}`, label, description: [marked, when, what].filter(Boolean).join('  '), edit: step.id,
    icon: step.reverted ? 'discard' : 'edit', colour: step.reverted ? 'disabledForeground' : undefined,
    file: names.length === 1 ? first?.path : undefined, context: step.reverted ? 'edit.reverted' : 'edit',
    tooltip: paragraphs(
      `**${literal(step.title)}**`, marked, when, ...step.files.map(({ reason }) => literal(reason)),
      names.length > 1 ? names.map(name => `- ${literal(name)}`).join('\n') : undefined, diffBlock(step),
    ),
    spoken: spokenOf(say('edit of {0}', names.join(', ')), marked, when, what),
  };
}

/** The agent's reasons, else what was put in place of what, else the title. */
function whatOf({ files, title }: Step): string {
  const reasons = [...new Set(files.map(({ reason }) => reason).filter(Boolean))];
  if (reasons.length > 0) return reasons.map(oneLine).join('; ');
  const [first] = files;
  return first?.old ? `${oneLine(first.old)} \u2192 ${oneLine(first.new)}` : title;
}

/** The first lines of the diff, for the tooltip. */
function diffBlock(step: Step): string {
  const lines = step.files.flatMap(({ diff }) => diff.split('\n')).filter(line => line !== '' && !/^(---|\+\+\+) /.test(line));
  if (lines.length === 0) return '';
  const shown = lines.slice(0, 20);
  const fence = fenceFor(shown.join('\n'));
  return [fence + 'diff', ...shown, ...(lines.length > shown.length ? ['...'] : []), fence].join('\n');
}

function oneLine(lines: string): string {
  const [first = '', ...more] = lines.trim().split('\n');
  return more.length > 0 ? `${first} ...` : first;
}
