// What the agent is told when it starts with a model, as a page. No VS Code here, so that it can be tested without one.
import { literal, Say } from './rows';

type Dict = Record<string, unknown>;
const dicts = (value: unknown): Dict[] => (Array.isArray(value) ? value.map(one => (typeof one === 'string' ? { name: one } : one as Dict)).filter(Boolean) : []);

/** The models of an answer: those of ModelList. */
export function modelsOf(answer: Dict): string[] {
  return dicts(answer['models']).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

/** The page of an answer to `cape.showAgentView`. */
export function agentPage(answer: Dict, say: Say): string {
  const model = typeof answer['model'] === 'string' && answer['model'] !== '' ? answer['model'] : undefined;
  const lines = [`# ${model === undefined ? say('What the agent sees') : say('What the agent sees with {0}', literal(model))}`, ''];
  if (typeof answer['root'] === 'string') lines.push(`\`${answer['root']}\``, '');
  const section = (title: string, rows: string[], none: string) => lines.push(`## ${title}`, '', ...(rows.length > 0 ? rows : [`*${none}*`]), '');
  const named = (row: Dict, more = '') => {
    const description = typeof row['description'] === 'string' && row['description'] !== '' ? `: ${literal(row['description'])}` : '';
    return `- **${literal(String(row['name'] ?? row['file'] ?? row['pattern'] ?? row['path'] ?? ''))}**${more}${description}`;
  };
  const builtin = (row: Dict) => (row['builtin'] === true ? ` *(${say('built in')})*` : '');
  section(say('Skills'), dicts(answer['skills']).map(row => named(row, builtin(row))), say('The agent is told of no skill'));
  section(say('Tools'), dicts(answer['tools']).map(row => named(row, builtin(row))), say('The agent has no tool'));
  section(say('Editable files'), dicts(answer['editable']).map(row => named(row)), say('The agent may edit nothing'));
  const told = Array.isArray(answer['lines']) ? answer['lines'].map(String) : [];
  if (told.length > 0) {
    const fence = '`'.repeat(Math.max(3, ...[...told.join('\n').matchAll(/`+/g)].map(([run]) => run.length + 1)));
    lines.push(`## ${say('As it stands in its prompt')}`, '', `${fence}text`, ...told, fence, '');
  }
  return lines.join('\n');
}
