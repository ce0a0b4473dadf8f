// Which of our findings and proposals in a skill VS Code has by itself. No VS Code here, so that it can be tested without one.
//
// VS Code looks at the front matter of documents of its language `skill`. Its findings bear neither a source
// nor a code, and their texts are in the language of the user: what they mean is told from where they stand.

export interface Place {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

export interface Finding {
  range: Place;
  /** As in VS Code's API: 0 is an error, 1 a warning, 3 a hint. */
  severity: number;
  source?: string | undefined;
  code?: string | number | { value: string | number } | undefined;
}

/** What VS Code says of the same: at the dashes that open the front matter, in the same line, or of the same text. */
interface Double {
  where: 'top' | 'line' | 'text';
  severity: number;
}

const [error, warning, hint] = [0, 1, 3];

const doubles = new Map<string, Double>([
  ['name-missing', { where: 'top', severity: warning }],
  ['description-missing', { where: 'top', severity: warning }],
  ['name-format', { where: 'line', severity: error }],
  ['name-folder', { where: 'line', severity: warning }],
  ['name-empty', { where: 'line', severity: error }],
  ['name-type', { where: 'line', severity: error }],
  ['description-empty', { where: 'line', severity: error }],
  ['description-type', { where: 'line', severity: error }],
  ['yaml-syntax', { where: 'line', severity: error }],
  ['value-unknown', { where: 'line', severity: error }],
  ['key-unknown', { where: 'line', severity: hint }],
  ['link-missing', { where: 'text', severity: warning }],
]);

/** The findings of `ours` that no finding of `all`, which may contain ours, says already. */
export function withoutDoubles<T extends Finding>(ours: readonly T[], all: readonly Finding[]): T[] {
  const theirs = all.filter(finding => !finding.source && codeOf(finding) === '');
  return ours.filter(finding => {
    const double = doubles.get(codeOf(finding));
    return !double || !theirs.some(other => other.severity === double.severity && isAt(double.where, finding.range, other.range));
  });
}

function isAt(where: Double['where'], ours: Place, theirs: Place): boolean {
  const together = theirs.start.line <= ours.end.line && theirs.end.line >= ours.start.line;
  switch (where) {
    case 'top':
      return theirs.start.line === 0 && theirs.start.character === 0 && theirs.end.line === 0;
    case 'line':
      return together;
    case 'text':
      return together && theirs.start.character <= ours.end.character && theirs.end.character >= ours.start.character;
  }
}

function codeOf({ code }: Finding): string {
  return String((typeof code === 'object' ? code.value : code) ?? '');
}

/** The keys of a front matter that VS Code proposes by itself in documents of its language `skill`. */
const proposedKeys = new Set([
  'argument-hint', 'compatibility', 'context', 'description', 'disable-model-invocation', 'license', 'metadata', 'name', 'user-invocable',
]);

/** The proposals of `ours` that VS Code does not make. */
export function withoutDoubleKeys<T extends { label: string | { label: string } }>(ours: T[]): T[] {
  return ours.filter(({ label }) => !proposedKeys.has(typeof label === 'string' ? label : label.label));
}
