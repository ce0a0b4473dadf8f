// The rows of the skills: those of the repository, the files that CAPE skips, the built-in ones.
import { BuiltinSkill, plain, Skill, SkillList } from './answers';
import { baseName, literal, paragraphs, problemsOf, Row, Say, spokenOf } from './row';

export function skillRows({ skills, skipped, builtin }: SkillList, say: Say): Row[] {
  return [
    ...skills.map(skill => skillRow(skill, say)),
    ...skipped.map(({ path, error }) => skippedRow(path, error, say)),
    ...(builtin.length > 0 ? [builtinRow(builtin, say)] : []),
  ];
}

function skillRow(skill: Skill, say: Say): Row {
  const { path } = skill;
  const name = plain(skill.name) || say('without a name');
  const description = plain(skill.description);
  const problems = problemsOf(skill.problems, say);
  const scripts = skill.scripts ?? [];
  return {
    id: `skill ${path}`, label: name, description, name, icon: 'mortar-board', file: path, opens: { line: 0 }, context: 'skill',
    tooltip: paragraphs(`**${literal(name)}**`, literal(description), problems && `$(warning) ${problems}`),
    spoken: spokenOf(say('skill {0}', name), description, problems),
    ...(scripts.length > 0 ? { children: scripts.map(script => scriptRow(script, say)) } : {}),
  };
}

function scriptRow(path: string, say: Say): Row {
  const label = baseName(path);
  return { id: `script ${path}`, label, file: path, opens: { line: 0 }, context: 'script', tooltip: literal(path), spoken: say('script {0}', label) };
}

function skippedRow(path: string, error: string, say: Say): Row {
  const label = path.split(/[\\/]/).at(-2) ?? path;
  return {
    id: `skipped ${path}`, label, description: say('skipped: {0}', error), icon: 'error', colour: 'list.errorForeground', file: path,
    opens: { line: 0 }, context: 'skill.skipped', tooltip: `${say('CAPE skips this skill')}: ${literal(error)}`,
    spoken: spokenOf(label, say('skill that CAPE skips'), error),
  };
}

function builtinRow(skills: BuiltinSkill[], say: Say): Row {
  const children = skills.map(({ name, replaced, ...skill }): Row => {
    const description = replaced ? say('replaced by the one of the repository') : skill.description;
    return {
      id: `builtin ${name}`, label: name, description, name, icon: 'mortar-board', context: replaced ? 'skill.replaced' : 'skill.builtin',
      tooltip: paragraphs(`**${literal(name)}**`, literal(description), say('A skill that comes with CAPE')),
      spoken: spokenOf(say('built-in skill {0}', name), description),
    };
  });
  const label = say('Built into CAPE');
  return { id: 'builtin', label, description: String(children.length), icon: 'library', context: 'group', spoken: spokenOf(label, String(children.length)), children };
}
