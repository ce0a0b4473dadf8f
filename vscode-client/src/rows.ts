// The rows of the views, made of what the server answered. Nothing is found out here: what an answer does
// not say is not shown. No VS Code here, so that it can be tested without one.

/** Puts words into the language of the user: `vscode.l10n.t`. */
export type Say = (message: string, ...values: (string | number)[]) => string;

/** A row of a tree, with the rows under it. */
export interface Row {
  /** Names the row among its siblings for as long as it stands for the same thing. */
  id: string;
  label: string;
  /** Greyed, behind the label. */
  description?: string | undefined;
  /** Markdown. */
  tooltip?: string | undefined;
  /** The name of a codicon; none for the picture of the file type. */
  icon?: string | undefined;
  /** The name of a theme colour for the icon. */
  colour?: string | undefined;
  /** The absolute path of what the row stands for: VS Code shows its problems. */
  file?: string | undefined;
  /** Whether a click opens `file`, and where. */
  opens?: { line: number } | undefined;
  /** What the menus ask for in `viewItem`. */
  context: string;
  /** What a screen reader says. */
  spoken: string;
  children?: Row[] | undefined;
  /** Whether the children are shown at once. */
  expanded?: boolean | undefined;
  /** What the commands of the row need. */
  name?: string | undefined;
  edit?: number | undefined;
  run?: string | undefined;
}

type Dict = Record<string, unknown>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const dicts = (value: unknown): Dict[] =>
  Array.isArray(value) ? value.filter((one): one is Dict => typeof one === 'object' && one !== null && !Array.isArray(one)) : [];
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []);
const spokenOf = (...parts: (string | undefined)[]): string => parts.filter(part => part !== undefined && part !== '').join(', ');

/** Text in Markdown that shows as it is written. */
export function literal(plain: string): string {
  return plain.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&').replace(/\r?\n/g, '  \n');
}

/** Joins a folder of the server's machine and a name with slashes. */
function inside(folder: string | undefined, name: string | undefined): string | undefined {
  if (name === undefined || folder === undefined || /^([\\/]|[A-Za-z]:)/.test(name)) return name;
  return `${folder.replace(/[\\/]+$/, '')}/${name}`;
}

/** How many problems an answer tells of: a number, or numbers by severity. Undefined when it tells none. */
export function problemsOf(value: unknown, say: Say): string | undefined {
  if (typeof value === 'number') return value > 0 ? counted(value, say('1 problem'), '{0} problems', say) : undefined;
  if (Array.isArray(value)) return problemsOf(value.length, say);
  if (typeof value !== 'object' || value === null) return undefined;
  const number = (...names: string[]) => names.map(name => (value as Dict)[name]).find((n): n is number => typeof n === 'number') ?? 0;
  const errors = number('errors', 'error');
  const warnings = number('warnings', 'warning');
  const rest = number('information', 'informations', 'info') + number('hints', 'hint');
  const parts = [
    errors > 0 ? counted(errors, say('1 error'), '{0} errors', say) : undefined,
    warnings > 0 ? counted(warnings, say('1 warning'), '{0} warnings', say) : undefined,
    rest > 0 ? counted(rest, say('1 remark'), '{0} remarks', say) : undefined,
  ];
  return spokenOf(...parts) || undefined;
}

function counted(n: number, one: string, many: string, say: Say): string {
  return n === 1 ? one : say(many, n);
}

/** The skills: those of the repository, the files that CAPE skips, the built-in ones. */
export function skillRows(listed: Dict, say: Say): Row[] {
  const rows = dicts(listed['skills']).map(skill => skillRow(skill, say));
  for (const skipped of dicts(listed['skipped'])) {
    const path = text(skipped['path']) ?? text(skipped['file']) ?? '';
    const why = text(skipped['error']) ?? text(skipped['reason']);
    const label = path.split(/[\\/]/).slice(-2, -1)[0] ?? path;
    rows.push({
      id: `skipped ${path}`, label, description: say('skipped: {0}', why ?? ''), icon: 'error', colour: 'list.errorForeground', file: path,
      opens: { line: 0 }, context: 'skill.skipped', tooltip: `${say('CAPE skips this skill')}: ${literal(why ?? '')}`,
      spoken: spokenOf(label, say('skill that CAPE skips'), why),
    });
  }
  const builtin = dicts(listed['builtin']);
  if (builtin.length > 0) rows.push(builtinRow(builtin, say));
  return rows;
}

function skillRow(skill: Dict, say: Say): Row {
  const name = text(skill['name']) ?? say('without a name');
  const path = text(skill['path']) ?? text(skill['fname']);
  const description = text(skill['description']);
  const problems = problemsOf(skill['problems'], say);
  const own = texts(skill['scripts']);
  return {
    id: `skill ${path ?? name}`, label: name, description, name, icon: 'mortar-board', file: path, opens: { line: 0 }, context: 'skill',
    tooltip: [`**${literal(name)}**`, literal(description ?? ''), problems ? `$(warning) ${problems}` : ''].filter(Boolean).join('\n\n'),
    spoken: spokenOf(say('skill {0}', name), description, problems),
    ...(own.length > 0 ? { children: own.map(script => scriptRow(script, say)) } : {}),
  };
}

function scriptRow(path: string, say: Say): Row {
  const label = path.split(/[\\/]/).at(-1) ?? path;
  return { id: `script ${path}`, label, file: path, opens: { line: 0 }, context: 'script', tooltip: literal(path), spoken: say('script {0}', label) };
}

function builtinRow(skills: Dict[], say: Say): Row {
  const children = skills.map((skill): Row => {
    const name = text(skill['name']) ?? '';
    const description = skill['replaced'] === true ? say('replaced by the one of the repository') : text(skill['description']);
    return {
      id: `builtin ${name}`, label: name, description, name, icon: 'mortar-board', context: skill['replaced'] === true ? 'skill.replaced' : 'skill.builtin',
      tooltip: [`**${literal(name)}**`, literal(description ?? ''), say('A skill that comes with CAPE')].filter(Boolean).join('\n\n'), spoken: spokenOf(say('built-in skill {0}', name), description),
    };
  });
  const label = say('Built into CAPE');
  return { id: 'builtin', label, description: String(children.length), icon: 'library', context: 'group', spoken: spokenOf(label, String(children.length)), children };
}

/** A run that is under way. */
export interface RunningTool {
  id: string;
  name: string;
}

/** The tools, with their options, and the scripts that CAPE's agent does not see. */
export function toolRows(listed: Dict, running: RunningTool[], say: Say): Row[] {
  const folder = text(listed['tooldir']);
  const rows = dicts(listed['tools']).map(tool => toolRow(tool, folder, running, say));
  for (const skipped of dicts(listed['skipped'])) {
    const file = text(skipped['file']) ?? text(skipped['path']) ?? '';
    const path = text(skipped['path']) ?? inside(folder, file);
    const why = text(skipped['reason']) ?? text(skipped['error']) ?? text(skipped['why']);
    const label = file.split(/[\\/]/).at(-1) ?? file;
    rows.push({
      id: `skipped ${file}`, label, description: why, icon: 'circle-slash', colour: 'disabledForeground', file: path, opens: { line: 0 },
      context: 'tool.skipped', tooltip: `${say('The agent does not see this script')}: ${literal(why ?? '')}`, spoken: spokenOf(label, say('script that the agent does not see'), why),
    });
  }
  return rows;
}

function toolRow(tool: Dict, folder: string | undefined, running: RunningTool[], say: Say): Row {
  const name = text(tool['name']) ?? '';
  const description = text(tool['description']);
  const path = text(tool['path']) ?? inside(folder, text(tool['file']));
  const run = running.find(one => one.name === name);
  const children = dicts(tool['options'] ?? tool['arguments']).map(option => optionRow(option, path, say));
  const problems = problemsOf(tool['problems'], say);
  return {
    id: `tool ${name}`, label: name, name, file: path, run: run?.id, opens: { line: 0 },
    description: run ? say('running') : (description ?? say('no description')),
    icon: run ? 'loading~spin' : 'tools', context: run ? 'tool.running' : 'tool',
    tooltip: [`**${literal(name)}**`, literal(description ?? ''), problems ? `$(warning) ${problems}` : ''].filter(Boolean).join('\n\n'),
    spoken: spokenOf(say('tool {0}', name), run ? say('running') : undefined, description, problems),
    ...(children.length > 0 ? { children } : {}),
  };
}

function optionRow(option: Dict, path: string | undefined, say: Say): Row {
  const names = texts(option['names'] ?? option['flags']);
  const label = names.length > 0 ? names.join(', ') : (text(option['name']) ?? text(option['dest']) ?? '');
  const help = text(option['help']) ?? text(option['description']);
  const value = option['default'] === undefined || option['default'] === null ? undefined : say('default {0}', String(option['default']));
  const choices = texts(option['choices']);
  const positional = !label.startsWith('-');
  const line = typeof option['line'] === 'number' ? Math.max(0, option['line'] - 1) : undefined;
  return {
    id: `option ${label}`, label, description: help, icon: positional ? 'symbol-parameter' : 'symbol-property', context: 'option',
    tooltip: [`\`${label.replaceAll('`', "'")}\``, help ? literal(help) : '', option['required'] === true ? say('required') : '', choices.map(c => `\`${c}\``).join(', '), value ? literal(value) : '']
      .filter(Boolean).join('\n\n'),
    spoken: spokenOf(positional ? say('argument {0}', label) : say('option {0}', label), help, value),
    ...(line === undefined || path === undefined ? {} : { file: path, opens: { line } }),
  };
}

/** The patterns of the allow-list, each with its files. */
export function editableRows(listed: Dict, say: Say): Row[] {
  const root = text(listed['root']) ?? text(listed['rootdir']);
  const all = fileDicts(listed['files']);
  const entries = dicts(listed['entries'] ?? listed['rows'] ?? (dicts(listed['patterns']).length > 0 ? listed['patterns'] : undefined));
  const groups = entries.length > 0 ? entries : byPattern(all);
  if (groups.length === 0) return all.map(file => fileRow(file, root, say));
  return groups.map(entry => {
    const pattern = text(entry['pattern']) ?? text(entry['name']) ?? '';
    const source = text(entry['source']) ?? text(entry['why']) ?? text(entry['description']);
    const files = fileDicts(entry['files']).length > 0 ? fileDicts(entry['files']) : all.filter(file => file['pattern'] === pattern);
    const many = counted(files.length, say('1 file'), '{0} files', say);
    return {
      id: `pattern ${source ?? ''} ${pattern}`, label: pattern, description: spokenOf(many, source), icon: files.length > 0 ? 'filter' : 'circle-slash',
      context: 'pattern', tooltip: `\`${pattern.replaceAll('`', "'")}\`\n\n${literal(source ?? '')}`, spoken: spokenOf(say('pattern {0}', pattern), many, source),
      children: files.map(file => fileRow(file, root, say)), expanded: groups.length <= 12,
    };
  });
}

/** Groups the rows of files that each name their pattern. */
function byPattern(files: Dict[]): Dict[] {
  const patterns = new Map<string, Dict>();
  for (const file of files) {
    const pattern = text(file['pattern']);
    if (pattern === undefined) return [];
    if (!patterns.has(pattern)) patterns.set(pattern, { pattern, source: file['source'] });
  }
  return [...patterns.values()];
}

function fileDicts(value: unknown): Dict[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(one => (typeof one === 'string' ? [{ file: one }] : dicts([one])));
}

function fileRow(file: Dict, root: string | undefined, say: Say): Row {
  const label = text(file['file']) ?? text(file['name']) ?? text(file['path']) ?? '';
  const path = inside(root, text(file['path']) ?? label);
  const why = text(file['why']) ?? text(file['description']);
  const problems = problemsOf(file['problems'], say);
  return {
    id: `file ${label}`, label, file: path, opens: { line: 0 }, context: 'file', tooltip: [literal(label), literal(why ?? ''), problems ?? ''].filter(Boolean).join('\n\n'),
    spoken: spokenOf(label, why ?? say('may be edited by the agent'), problems),
  };
}

/** One step of the history. */
export interface Step {
  id: number;
  title: string;
  time?: Date | undefined;
  reverted: boolean;
  files: { file: string; path?: string | undefined; diff?: string | undefined; truncated: boolean; problems: string[]; old?: string | undefined; new?: string | undefined; reason?: string | undefined }[];
}

/** The steps of the history as the server lists them, the newest first. */
export function stepsOf(answer: Dict): Step[] {
  const root = text(answer['root']) ?? text(answer['rootdir']);
  return dicts(answer['history'])
    .flatMap(entry => {
      if (typeof entry['id'] !== 'number') return [];
      const time = text(entry['time']);
      const files = dicts(entry['edits']).map(edit => {
        const outcome = dicts([edit['outcome']])[0] ?? {};
        const file = text(edit['file']) ?? text(outcome['file']) ?? '';
        const path = text(edit['path']) ?? text(outcome['path']) ?? (root === undefined ? undefined : inside(root, file));
        return {
          file, path, diff: text(outcome['diff']), truncated: outcome['truncated'] === true, problems: texts(outcome['newProblems']),
          old: text(edit['old']), new: typeof edit['new'] === 'string' ? edit['new'] : undefined, reason: text(edit['reason']),
        };
      });
      return [{ id: entry['id'], title: text(entry['title']) ?? '', time: time === undefined ? undefined : new Date(time), reverted: entry['reverted'] === true, files }];
    })
    .sort((a, b) => b.id - a.id);
}

/** The history, the newest first. */
export function editRows(steps: Step[], clock: (time: Date) => string, say: Say): Row[] {
  return steps.map(step => {
    const names = [...new Set(step.files.map(file => file.file))];
    const [first] = step.files;
    const when = step.time ? clock(step.time) : undefined;
    const what = first?.reason ?? (first?.old === undefined ? text(step.title) : `${oneLine(first.old)} \u2192 ${oneLine(first.new ?? '')}`);
    const label = names.length === 1 ? (names[0] ?? '') : counted(names.length, say('1 file'), '{0} files', say);
    const marked = step.reverted ? say('reverted') : undefined;
    return {
      id: `edit ${step.id}`, label, description: [marked, when, what].filter(Boolean).join('  '), edit: step.id,
      icon: step.reverted ? 'discard' : 'edit', colour: step.reverted ? 'disabledForeground' : undefined,
      file: names.length === 1 ? first?.path : undefined, context: step.reverted ? 'edit.reverted' : 'edit',
      tooltip: [`**${literal(step.title || label)}**`, marked, when, ...step.files.map(file => file.reason && literal(file.reason)), names.length > 1 ? names.map(name => `- ${literal(name)}`).join('\n') : '', diffBlock(step)]
        .filter(Boolean).join('\n\n'),
      spoken: spokenOf(say('edit of {0}', names.join(', ')), marked, when, what),
    };
  });
}

/** The first lines of the diff, for the tooltip. */
function diffBlock(step: Step): string {
  const lines = step.files.flatMap(file => (file.diff ?? '').split('\n').filter(line => !/^(---|\+\+\+) /.test(line))).filter(line => line !== '');
  if (lines.length === 0) return '';
  const shown = lines.slice(0, 20);
  const fence = '`'.repeat(Math.max(3, ...shown.map(line => (/`+/.exec(line)?.[0].length ?? 0) + 1)));
  return [fence + 'diff', ...shown, ...(lines.length > shown.length ? ['...'] : []), fence].join('\n');
}

export function oneLine(lines: string): string {
  const [first = '', ...more] = lines.trim().split('\n');
  return more.length > 0 ? `${first} ...` : first;
}
