// Text of the repository and of its scripts, made harmless where VS Code would act on it. No VS Code here, so that it
// can be tested without one.

/** A message as VS Code shows it, without links: one in a notification may run a command. */
export function unlinked(message: string): string {
  return message.replace(/\]\(/g, '] (');
}

/** A control sequence of a terminal, whole; a string that a line end or another sequence breaks off ends there. */
const sequence = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*[0-~])?|[\x05\x80-\x9f]/g;

/** One that has begun at the end of a text. */
const begun = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b\n]*\x1b?|[ -/]*)$/;

/** Colours, and what progress bars need: moves of the cursor, and clearing. */
const kept = /^\x1b\[[0-9;:]*[A-HJKfm]$/;

const mostHeld = 1 << 12; // characters

/**
 * The output of a script for a terminal, piece by piece. Sequences that reach beyond the screen are left out: those
 * that name the window, write to the clipboard, make links, or have the terminal answer as if somebody typed.
 */
export class TerminalText {
  private held = '';

  next(piece: string): string {
    const text = this.held + piece;
    const at = text.search(begun);
    this.held = at < 0 ? '' : text.slice(at);
    if (this.held.length > mostHeld) this.held = this.held.slice(0, 2); // the rest of it is left out all the same
    return (at < 0 ? text : text.slice(0, at)).replace(sequence, found => (kept.test(found) ? found : ''));
  }
}
