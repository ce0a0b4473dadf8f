import { describe, expect, it } from 'vitest';
import type { Problems, SkillList, ToolList } from '../src/answers';
import { editableRows } from '../src/editableRows';
import { editRows, stepsOf } from '../src/editRows';
import { code, inside, literal, problemsOf, Row, Say } from '../src/row';
import { skillRows } from '../src/skillRows';
import { toolRows } from '../src/toolRows';

const say: Say = (message, ...values) => message.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)]));
const labels = (rows: Row[] | undefined) => (rows ?? []).map(row => row.label);
const problems = (more: Partial<Problems> = {}): Problems => ({ errors: 0, warnings: 0, information: 0, hints: 0, ...more });

describe('problems', () => {
  const cases: [Problems | undefined, string | undefined][] = [
    [undefined, undefined],
    [problems(), undefined],
    [problems({ errors: 1, warnings: 2 }), '1 error, 2 warnings'],
    [problems({ errors: 2, information: 1, hints: 1 }), '2 errors, 2 remarks'],
  ];
  it.each(cases)('%j', (value, words) => expect(problemsOf(value, say)).toBe(words));
});

describe('skills', () => {
  const listed: SkillList = {
    skills: [
      { name: 'polar-sweep', description: 'Adds a polar', path: '/r/.agents/skills/polar-sweep/SKILL.md', problems: problems({ warnings: 1 }), scripts: ['/r/.agents/skills/polar-sweep/scripts/go.py'] },
      { name: null, description: ['a'], path: '/r/.agents/skills/b/SKILL.md', scripts: null },
    ],
    skipped: [{ path: '/r/.agents/skills/restart/SKILL.md', error: 'mapping values are not allowed here' }],
    builtin: [{ name: 'file-editor', description: 'Edits files', replaced: false }, { name: 'polar-sweep', description: 'x', replaced: true }],
  };
  const rows = skillRows(listed, say);

  it('are followed by the skipped and the built-in ones', () => expect(labels(rows)).toEqual(['polar-sweep', 'without a name', 'restart', 'Built into CAPE']));
  it('open their file and show its problems', () =>
    expect(rows[0]).toMatchObject({ file: '/r/.agents/skills/polar-sweep/SKILL.md', opens: { line: 0 }, context: 'skill', spoken: 'skill polar-sweep, Adds a polar, 1 warning' }));
  it('hold their scripts', () => expect([labels(rows[0]?.children), rows[1]?.children]).toEqual([['go.py'], undefined]));
  it('say what YAML made of their description', () => expect(rows[1]?.description).toBe('["a"]'));
  it('say why they are skipped', () => expect(rows[2]).toMatchObject({ context: 'skill.skipped', description: 'skipped: mapping values are not allowed here' }));
  it('that are built in have no file', () =>
    expect(rows[3]?.children).toMatchObject([{ label: 'file-editor', description: 'Edits files', context: 'skill.builtin' }, { context: 'skill.replaced', description: 'replaced by the one of the repository' }]));
});

describe('tools', () => {
  const listed: ToolList = {
    tools: [
      {
        name: 'polar', path: '/r/tools/polar.py', description: 'Writes a polar',
        options: [{ names: ['-m', '--mach'], positional: false, required: false, help: 'the Mach number', default: '0.8', line: 12 }, { names: ['case'], positional: true, required: true, help: 'which case', line: 13 }],
      },
      { name: 'sum', path: '/r/tools/sum.py', description: '', options: null },
    ],
    skipped: [{ file: '_matrix.py', path: '/r/tools/_matrix.py', reason: 'its name begins with an underscore' }],
  };
  const rows = toolRows(listed, [{ id: 'run-1', name: 'sum' }], say);

  it('are followed by the scripts that the agent does not see', () => expect(labels(rows)).toEqual(['polar', 'sum', '_matrix.py']));
  it('say which of them run', () => expect(rows[1]).toMatchObject({ context: 'tool.running', run: 'run-1', description: 'running', spoken: 'tool sum, running' }));
  it('have their options as children', () =>
    expect(rows[0]?.children).toMatchObject([
      { label: '-m, --mach', description: 'the Mach number', icon: 'symbol-property', opens: { line: 11 }, spoken: 'option -m, --mach, the Mach number, default 0.8' },
      { label: 'case', icon: 'symbol-parameter', spoken: 'argument case, which case, required' },
    ]));
  it('that are skipped say why', () => expect(rows[2]).toMatchObject({ context: 'tool.skipped', description: 'its name begins with an underscore', file: '/r/tools/_matrix.py' }));
});

it('editable files stand under their pattern; those that cannot be edited say so', () => {
  const file = { file: 'inputs/a.json', path: '/r/inputs/a.json', why: 'matches', editable: true };
  const entries = [
    { pattern: 'inputs/*.json', source: 'EditAllowList', files: [file, { ...file, file: 'inputs/b.json', why: 'it is elsewhere', editable: false }] },
    { pattern: 'none', source: 'control file', files: [] },
  ];
  expect(editableRows({ rootdir: '/r', patterns: [], files: [], entries }, say)).toMatchObject([
    {
      label: 'inputs/*.json', description: '2 files, EditAllowList', context: 'pattern',
      children: [{ label: 'inputs/a.json', file: '/r/inputs/a.json', spoken: 'inputs/a.json, matches' }, { icon: 'circle-slash', description: 'it is elsewhere' }],
    },
    { label: 'none', description: '0 files, control file', icon: 'circle-slash', children: [] },
  ]);
});

describe('edits', () => {
  const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-```\n+b\n';
  const time = '2026-01-02T03:04:05Z';
  const edit = { file: 'x', old: '', new: '', reason: '', outcome: {} };
  const history = [
    { id: 1, time, title: 'edit_file x', reverted: true, edits: [{ ...edit, old: 'a\nb', new: 'b', outcome: { diff, newProblems: ['p'] } }] },
    { id: 3, time, title: 'revert edit 1', reverted: false, edits: [edit] },
    { id: 2, time, title: 'two', reverted: false, edits: [{ ...edit, reason: 'because' }, { ...edit, file: 'y' }] },
  ];
  const steps = stepsOf(history, '/r');
  const rows = editRows(steps, () => '3:04', say);

  it('come newest first', () => expect(steps.map(step => step.id)).toEqual([3, 2, 1]));
  it('of one file are named by it', () => expect(rows[2]).toMatchObject({ label: 'x', description: 'reverted  3:04  a ... \u2192 b', context: 'edit.reverted', file: '/r/x', edit: 1 }));
  it('of several files are counted', () => expect(rows[1]).toMatchObject({ label: '2 files', description: '3:04  because', context: 'edit', spoken: 'edit of x, y, 3:04, because' }));
  it('without old text say their title', () => expect(rows[0]).toMatchObject({ label: 'x', description: '3:04  revert edit 1' }));
  it('carry what the server said', () => expect(steps[2]?.files).toMatchObject([{ file: 'x', path: '/r/x', diff, problems: ['p'] }]));
  it('show their diff between fences that it does not close', () => expect(rows[2]?.tooltip).toContain('````diff\n@@ -1 +1 @@\n-```\n+b\n````'));
});

it('every row says something to a screen reader, and has an id of its own', () => {
  const all = (rows: Row[]): Row[] => rows.flatMap(row => [row, ...all(row.children ?? [])]);
  const skills = skillRows({ skills: [{ name: '', description: '', path: '/r/a/SKILL.md', scripts: ['/r/a/b.py'] }], skipped: [{ path: '/r/c/SKILL.md', error: '' }], builtin: [] }, say);
  for (const row of all(skills)) expect(row.spoken).not.toBe('');
  expect(new Set(all(skills).map(row => row.id)).size).toBe(3);
});

it('a name is joined to its folder, where it is no path of its own', () =>
  expect([inside('/r/', 'a/b'), inside('/r', '/x'), inside('C:\\r', 'D:\\x')]).toEqual(['/r/a/b', '/x', 'D:\\x']));

it('an address of a repository is no link', () => expect(literal('http://x.y a@b.c $(trash)')).toBe('http\\://x\\.y a\\@b\\.c $\\(trash\\)'));
it('text of a repository is no Markdown', () => expect(literal('[x](command:y) <b> `c`\n*d*')).toBe('\\[x\\]\\(command\\:y\\) \\<b\\> \\`c\\`  \n\\*d\\*'));

it('shows code in one line, where no Markdown can follow', () => {
  expect(code('a`b\n\n[x](command:y)')).toBe("`a'b [x](command:y)`");
});
