// Reading the result of an edit that a person copied from somewhere: a JSON object, the dictionary
// that Python prints, or only the diff. No VS Code here, so that it can be tested without one.

/** The result dictionary of CAPE's edit_file. */
export interface EditResult {
  success: boolean;
  file?: string;
  diff?: string;
  truncated?: boolean;
  [key: string]: unknown;
}

/** Returns the result in `text`, or undefined when there is none. */
export function readEditResult(text: string): EditResult | undefined {
  const bare = withoutFence(text);
  const value = parseJSON(bare) ?? parseJSON(pythonToJSON(bare));
  if (isResult(value)) return value;
  return fromDiff(bare);
}

function isResult(value: unknown): value is EditResult {
  return typeof value === 'object' && value !== null && typeof (value as EditResult).success === 'boolean';
}

/** Chats put what they show between fences. */
function withoutFence(text: string): string {
  const fenced = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?\n?)\1\s*$/.exec(text);
  return fenced?.[2] ?? text;
}

function fromDiff(text: string): EditResult | undefined {
  const header = /^--- (?:a\/)?[^\n]*\n\+\+\+ (?:b\/)?([^\t\r\n]+)/m.exec(text);
  if (header?.[1] === undefined || !/^@@ /m.test(text)) return undefined;
  return { success: true, file: header[1], diff: text.slice(header.index), truncated: false };
}

function parseJSON(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const words: Record<string, string> = { True: 'true', False: 'false', None: 'null' };
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v', '0': '\0' };

/** Rewrites the text of a Python dictionary as JSON; undefined when it holds anything else. */
function pythonToJSON(text: string): string | undefined {
  const token = /\s+|[{}[\],:]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|True|False|None|'((?:[^'\\\n]|\\[\s\S])*)'|"((?:[^"\\\n]|\\[\s\S])*)"/y;
  let json = '';
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found) return undefined;
    const quoted = found[1] ?? found[2];
    json += quoted === undefined ? (words[found[0]] ?? found[0]) : JSON.stringify(unescapePython(quoted));
  }
  return json;
}

function unescapePython(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g, (whole: string, x?: string, u?: string, U?: string, one = '') => {
    const code = x ?? u ?? U;
    if (code !== undefined) return codePoint(code, whole);
    if (one === '\n') return '';
    if (one === '\\' || one === "'" || one === '"') return one;
    return escapes[one] ?? whole;
  });
}

function codePoint(hex: string, otherwise: string): string {
  const code = parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}
