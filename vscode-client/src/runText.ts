// The words around a tool's run, and the lines of arguments of earlier runs. No VS Code here, so that it can be
// tested without one.
import type { ToolEnded } from './answers';
import type { Say } from './row';

/** Text as a terminal wants it: each new line begins at the left. */
export function forTerminal(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** A duration for people: "0.04 s", "12 s", "3 min 5 s". */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** How a run ended, without its name. */
export function ending(ended: Omit<ToolEnded, 'id'>, say: Say): string {
  const time = duration(ended.seconds);
  if (ended.canceled) return say('stopped after {0}', time);
  if (ended.timedOut) return say('stopped after {0}, its time limit', time);
  if (ended.returncode !== undefined) return say('ended with code {0} after {1}', ended.returncode, time);
  return ended.error ?? say('failed after {0}', time);
}

const mostLines = 20;

/** The lines of arguments with `line` as the newest, each once. */
export function remembered(lines: string[], line: string): string[] {
  const wanted = line.trim();
  if (wanted === '') return lines;
  return [wanted, ...lines.filter(other => other !== wanted)].slice(0, mostLines);
}
