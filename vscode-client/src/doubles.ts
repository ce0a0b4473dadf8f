// Which of our findings in a skill VS Code has by itself. No VS Code here, so that it can be tested without one.
//
// VS Code looks at the front matter of documents of its language `skill`. Its findings bear neither a source
// nor a code, and their texts are in the language of the user: what they mean is told from where they stand.

export interface Place {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

export interface Finding {
  range: Place;
  source?: string | undefined;
  code?: string | number | { value: string | number } | undefined;
}

/** Said by VS Code of the file as a whole: at the dashes that open the front matter. */
const ofTheFile = new Set(['name-missing', 'description-missing']);

/** Said by VS Code of a key or its value, in the same line. */
const ofTheLine = new Set([
  'name-format', 'name-folder', 'name-empty', 'name-type', 'description-empty', 'description-type', 'key-unknown', 'yaml-syntax',
]);

/** The findings of `ours` that no finding of `all`, which may contain ours, says already. */
export function withoutDoubles<T extends Finding>(ours: readonly T[], all: readonly Finding[]): T[] {
  const theirs = all.filter(finding => !finding.source && codeOf(finding) === '').map(finding => finding.range);
  return ours.filter(finding => !theirs.some(place => saysTheSame(codeOf(finding), finding.range, place)));
}

function saysTheSame(code: string, ours: Place, theirs: Place): boolean {
  if (ofTheFile.has(code)) return theirs.start.line === 0 && theirs.start.character === 0 && theirs.end.line === 0;
  return ofTheLine.has(code) && theirs.start.line <= ours.end.line && theirs.end.line >= ours.start.line;
}

function codeOf({ code }: Finding): string {
  return String((typeof code === 'object' ? code.value : code) ?? '');
}
