import { describe, expect, it } from 'vitest';
import { editableRows, editRows, literal, problemsOf, Row, Say, skillRows, stepsOf, toolRows } from '../src/rows';

const say: Say = (message, ...values) => message.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)]));
const labels = (rows: Row[] | undefined) => (rows ?? []).map(row => row.label);

describe('problems', () => {
  const cases: [unknown, string | undefined][] = [
    [undefined, undefined],
    [0, undefined],
    [1, '1 problem'],
    [3, '3 problems'],
    [[{}, {}], '2 problems'],
    [{ errors: 1, warnings: 2 }, '1 error, 2 warnings'],
    [{ error: 2, information: 1, hint: 1 }, '2 errors, 2 remarks'],
    [{ errors: 0 }, undefined],
    ['many', undefined],
  ];
  it.each(cases)('%j', (value, words) => expect(problemsOf(value, say)).toBe(words));
});

describe('skills', () => {
  const listed = {
    success: true,
    skills: [{ name: 'polar-sweep', description: 'Adds a polar', path: '/r/.agents/skills/polar-sweep/SKILL.md', problems: { warnings: 1 }, scripts: ['/r/.agents/skills/polar-sweep/scripts/go.py'] }],
    skipped: [{ file: '/r/.agents/skills/restart/SKILL.md', error: 'mapping values are not allowed here' }],
    builtin: [{ name: 'file-editor', description: 'Edits files', replaced: false }, { name: 'polar-sweep', description: 'x', replaced: true }],
  };
  const rows = skillRows(listed, say);

  it('are followed by the skipped and the built-in ones', () => expect(labels(rows)).toEqual(['polar-sweep', 'restart', 'Built into CAPE']));
  it('open their file and show its problems', () => {
    expect(rows[0]).toMatchObject({ file: '/r/.agents/skills/polar-sweep/SKILL.md', opens: { line: 0 }, context: 'skill', spoken: 'skill polar-sweep, Adds a polar, 1 warning' });
  });
  it('hold their scripts', () => expect(labels(rows[0]?.children)).toEqual(['go.py']));
  it('say why they are skipped', () => expect(rows[1]).toMatchObject({ context: 'skill.skipped', description: 'skipped: mapping values are not allowed here' }));
  it('that are built in have no file', () => expect(rows[2]?.children).toMatchObject([{ label: 'file-editor', description: 'Edits files', context: 'skill.builtin' }, { context: 'skill.replaced', description: 'replaced by the one of the repository' }]));
  it('come from the older key of the path, too', () => expect(skillRows({ skills: [{ name: 'a', fname: '/r/a/SKILL.md' }] }, say)[0]?.file).toBe('/r/a/SKILL.md'));
  it('may have no name', () => expect(skillRows({ skills: [{ name: null, fname: '/r/a/SKILL.md' }] }, say)).toMatchObject([{ label: 'without a name' }]));
  it('are none in an answer that says nothing', () => expect(skillRows({}, say)).toEqual([]));
});

describe('tools', () => {
  const listed = {
    tooldir: '/r/tools',
    tools: [
      { name: 'polar', file: 'polar.py', description: 'Writes a polar', options: [{ names: ['-m', '--mach'], help: 'the Mach number', default: 0.8, line: 12 }, { name: 'case', help: 'which case', required: true }] },
      { name: 'sum', file: 'sum.py', description: '' },
    ],
    skipped: [{ file: '_matrix.py', path: '/r/tools/_matrix.py', reason: 'its name begins with an underscore' }],
  };
  const rows = toolRows(listed, [{ id: 'run-1', name: 'sum' }], say);

  it('are followed by the scripts that the agent does not see', () => expect(labels(rows)).toEqual(['polar', 'sum', '_matrix.py']));
  it('have the path of their script', () => expect(rows[0]?.file).toBe('/r/tools/polar.py'));
  it('say which of them run', () => expect(rows[1]).toMatchObject({ context: 'tool.running', run: 'run-1', description: 'running', spoken: 'tool sum, running' }));
  it('have their options as children', () =>
    expect(rows[0]?.children).toMatchObject([
      { label: '-m, --mach', description: 'the Mach number', icon: 'symbol-property', opens: { line: 11 }, spoken: 'option -m, --mach, the Mach number, default 0.8' },
      { label: 'case', icon: 'symbol-parameter', spoken: 'argument case, which case' },
    ]));
  it('that are skipped say why', () => expect(rows[2]).toMatchObject({ context: 'tool.skipped', description: 'its name begins with an underscore', file: '/r/tools/_matrix.py' }));
});

describe('editable files', () => {
  it('stand under their pattern', () => {
    const rows = editableRows({ rootdir: '/r', entries: [{ pattern: 'inputs/*.json', source: 'EditAllowList', files: [{ file: 'inputs/a.json', path: '/r/inputs/a.json', why: 'matches' }] }, { pattern: 'none', files: [] }] }, say);
    expect(rows).toMatchObject([
      { label: 'inputs/*.json', description: '1 file, EditAllowList', context: 'pattern', children: [{ label: 'inputs/a.json', file: '/r/inputs/a.json', spoken: 'inputs/a.json, matches' }] },
      { label: 'none', description: '0 files', icon: 'circle-slash', children: [] },
    ]);
  });
  it('may name their pattern themselves', () => {
    const rows = editableRows({ rootdir: '/r', patterns: ['a', 'b*'], files: [{ file: 'b1', pattern: 'b*' }, { file: 'a', pattern: 'a' }, { file: 'b2', pattern: 'b*' }] }, say);
    expect(rows.map(row => [row.label, labels(row.children)])).toEqual([['b*', ['b1', 'b2']], ['a', ['a']]]);
  });
  it('are a plain list where no pattern is told', () =>
    expect(editableRows({ rootdir: '/r', patterns: ['*'], files: ['a', 'b'] }, say)).toMatchObject([{ label: 'a', file: '/r/a' }, { label: 'b', file: '/r/b' }]));
});

describe('edits', () => {
  const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-```\n+b\n';
  const answer = {
    root: '/r',
    history: [
      { id: 1, time: '2026-01-02T03:04:05Z', title: 'edit_file x', reverted: true, edits: [{ file: 'x', old: 'a\nb', new: 'b', reason: '', outcome: { diff, newProblems: ['p'] } }] },
      { id: 3, title: 'revert edit 1', reverted: false, edits: [{ file: 'x', old: '', new: '', outcome: {} }] },
      { id: 2, title: 'two', reverted: false, edits: [{ file: 'x', old: '', new: '', reason: 'because', outcome: {} }, { file: 'y', outcome: {} }] },
    ],
  };
  const steps = stepsOf(answer);
  const rows = editRows(steps, () => '3:04', say);

  it('come newest first', () => expect(steps.map(step => step.id)).toEqual([3, 2, 1]));
  it('of one file are named by it', () => expect(rows[2]).toMatchObject({ label: 'x', description: 'reverted  3:04  a ... \u2192 b', context: 'edit.reverted', file: '/r/x', edit: 1 }));
  it('of several files are counted', () => expect(rows[1]).toMatchObject({ label: '2 files', description: 'because', context: 'edit', spoken: 'edit of x, y, because' }));
  it('without old and new text say their title', () => expect(rows[0]).toMatchObject({ label: 'x', description: 'revert edit 1' }));
  it('carry what the server said', () => expect(steps[2]?.files).toMatchObject([{ file: 'x', path: '/r/x', diff, problems: ['p'] }]));
  it('show their diff between fences that it does not close', () => expect(rows[2]?.tooltip).toContain('````diff\n@@ -1 +1 @@\n-```\n+b\n````'));
  it('without an id are no edits', () => expect(stepsOf({ history: [{ title: 'x' }, null, 3] })).toEqual([]));
});

it('text of a repository is no Markdown', () => expect(literal('[x](command:y) <b> `c`\n*d*')).toBe('\\[x\\]\\(command:y\\) \\<b\\> \\`c\\`  \n\\*d\\*'));
