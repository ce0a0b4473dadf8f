// What people type: lines of arguments and names. No VS Code here, so that it can be tested without one.

/** Whether `text` can be the name of a skill (Agent Skills format). */
export function isSkillName(text: string): boolean {
  return text.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/**
 * Splits `line` at blanks; quotes keep blanks together and a backslash outside single quotes takes
 * the next character as it is. Undefined when a quote is not closed.
 */
export function splitWords(line: string): string[] | undefined {
  const found: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const c = line.charAt(i);
    if (c === '\\' && quote !== "'" && i + 1 < line.length) {
      word = (word ?? '') + line.charAt(++i);
    } else if (quote !== '') {
      if (c === quote) quote = '';
      else word = (word ?? '') + c;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= '';
    } else if (/\s/.test(c)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + c;
    }
  }
  if (quote !== '') return undefined;
  if (word !== undefined) found.push(word);
  return found;
}
