// The words around a tool's run in its terminal, and the lines of arguments of earlier runs. No VS Code
// here, so that it can be tested without one.
import type { Say } from './rows';

/** A program that has ended, as the server tells it. */
export interface Ended {
  id: string;
  success: boolean;
  returncode?: number;
  error?: string;
  seconds?: number;
  log?: string;
  /** Files of the allow-list that changed meanwhile, relative to the folder of the run. */
  changed?: string[];
  canceled?: boolean;
  timedOut?: boolean;
}

/** Text as a terminal wants it: each new line begins at the left. */
export function forTerminal(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** A duration for people: "0.4 s", "12 s", "3 min 5 s". */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** How a run ended, without its name. */
export function ending(ended: Ended, say: Say): string {
  const time = typeof ended.seconds === 'number' ? duration(ended.seconds) : undefined;
  const after = (how: string) => (time === undefined ? how : say('{0} after {1}', how, time));
  if (ended.canceled) return after(say('stopped'));
  if (ended.timedOut) return after(say('stopped because it took too long'));
  if (typeof ended.returncode === 'number') return after(say('ended with code {0}', ended.returncode));
  if (ended.success) return after(say('ended with code {0}', 0));
  return ended.error ?? after(say('failed'));
}

/** The command line as a person would type it. */
export function joinWords(words: string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  if (word !== '' && /^[\w@%+=:,./~^-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

const mostLines = 20;

/** The lines of arguments with `line` as the newest, each once. */
export function remembered(lines: string[], line: string): string[] {
  const wanted = line.trim();
  if (wanted === '') return lines;
  return [wanted, ...lines.filter(other => other !== wanted)].slice(0, mostLines);
}
