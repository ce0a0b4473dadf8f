// The two sides of a unified diff, to be shown side by side. No VS Code here, so that it can be tested without one.

interface Hunk {
  /** The first line of the new text, from 1. */
  at: number;
  before: string[];
  after: string[];
}

/** The texts before and after an edit. */
export interface Sides {
  before: string;
  after: string;
  /** Whether they are whole texts, and not only the lines around the changes. */
  whole: boolean;
}

/**
 * The sides of `diff`, which is of one file. Where `now`, the file's text, still has the changed lines at their
 * places, the sides are whole texts. Undefined when there is no hunk, or one that is cut off.
 */
export function sidesOf(diff: string, now: string | undefined): Sides | undefined {
  const hunks = hunksOf(diff);
  if (!hunks || hunks.length === 0) return undefined;
  if (now !== undefined) {
    const whole = takenBack(hunks, now);
    if (whole !== undefined) return { before: whole, after: now, whole: true };
  }
  const gap = '\u22ef';
  const side = (of: (hunk: Hunk) => string[]) => hunks.map(hunk => of(hunk).join('\n')).join(`\n${gap}\n`) + '\n';
  return { before: side(hunk => hunk.before), after: side(hunk => hunk.after), whole: false };
}

/** The whole texts before and after several edits of one file, the newest first; undefined when `now` has gone on. */
export function sidesOfMany(diffs: string[], now: string): Sides | undefined {
  let before: string | undefined = now;
  for (const diff of diffs) {
    const hunks = hunksOf(diff);
    before = hunks && hunks.length > 0 && before !== undefined ? takenBack(hunks, before) : undefined;
  }
  return before === undefined || diffs.length === 0 ? undefined : { before, after: now, whole: true };
}

/** Undefined when a hunk has not the lines that its header promises. */
function hunksOf(diff: string): Hunk[] | undefined {
  const lines = diff.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const hunks: Hunk[] = [];
  for (let i = 0; i < lines.length; ) {
    const header = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[i++] ?? '');
    if (!header) continue;
    const olds = Number(header[1] ?? 1);
    const news = Number(header[3] ?? 1);
    const hunk: Hunk = { at: Number(header[2]) + (news === 0 ? 1 : 0), before: [], after: [] };
    while (hunk.before.length < olds || hunk.after.length < news) {
      const line = lines[i++];
      if (line === undefined) return undefined;
      const rest = line.slice(1);
      if (line.startsWith('-')) hunk.before.push(rest);
      else if (line.startsWith('+')) hunk.after.push(rest);
      else if (line.startsWith(' ') || line === '') {
        hunk.before.push(rest);
        hunk.after.push(rest);
      } else if (!line.startsWith('\\')) return undefined;
    }
    if (hunk.before.length !== olds || hunk.after.length !== news) return undefined;
    hunks.push(hunk);
  }
  return hunks;
}

/** The text in which each hunk's lines are what they were; undefined when a hunk is not at its place. */
function takenBack(hunks: Hunk[], now: string): string | undefined {
  const ending = now.includes('\r\n') ? '\r\n' : '\n';
  const lines = now.split(/\r\n|\n/);
  for (const hunk of [...hunks].reverse()) {
    const from = hunk.at - 1;
    const there = lines.slice(from, from + hunk.after.length);
    if (there.length !== hunk.after.length || there.some((line, k) => line !== withoutReturn(hunk.after[k]))) return undefined;
    lines.splice(from, hunk.after.length, ...hunk.before.map(line => withoutReturn(line) ?? ''));
  }
  return lines.join(ending);
}

const withoutReturn = (line: string | undefined): string | undefined => line?.replace(/\r$/, '');
