// What the agent is told when it starts with a model, as a page. No VS Code here, so that it can be tested without one.
import { AgentView, plain } from './answers';
import { code, fenceFor, literal, Say } from './row';

/** The page of an answer to `cape.showAgentView`. */
export function agentPage({ root, model, skills, tools, editable, lines }: AgentView, say: Say): string {
  const parts = [`# ${model === '' ? say('What the agent sees') : say('What the agent sees with {0}', literal(model))}`, '', code(root), ''];
  const section = (title: string, rows: string[], none: string) => parts.push(`## ${title}`, '', ...(rows.length > 0 ? rows : [`*${none}*`]), '');
  const named = ({ name, description, builtin }: { name: unknown; description: unknown; builtin?: boolean }) =>
    `- **${literal(plain(name))}**${builtin ? ` *(${say('built in')})*` : ''}${plain(description) === '' ? '' : `: ${literal(plain(description))}`}`;
  section(say('Skills'), skills.map(named), say('The agent is told of no skill'));
  section(say('Tools'), tools.map(named), say('The agent has no tool'));
  section(say('Editable files'), editable.map(named), say('The agent may edit nothing'));
  if (lines.length > 0) {
    const fence = fenceFor(lines.join('\n'));
    parts.push(`## ${say('As it stands in its prompt')}`, '', `${fence}text`, ...lines, fence, '');
  }
  return parts.join('\n');
}
