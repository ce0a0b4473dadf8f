// The rows of the tools, with their arguments, and of the scripts that CAPE's agent does not see.
import type { Tool, ToolList, ToolOption } from './answers';
import { baseName, code, literal, paragraphs, problemsOf, Row, Say, spokenOf } from './row';

/** A run that is under way. */
export interface RunningTool {
  id: string;
  name: string;
}

export function toolRows({ tools, skipped }: ToolList, running: RunningTool[], say: Say): Row[] {
  return [...tools.map(tool => toolRow(tool, running, say)), ...skipped.map(script => skippedRow(script, say))];
}

function toolRow(tool: Tool, running: RunningTool[], say: Say): Row {
  const { name, description, path } = tool;
  const run = running.find(one => one.name === name);
  const children = (tool.options ?? []).map(option => optionRow(option, path, say));
  const problems = problemsOf(tool.problems, say);
  return {
    id: `tool ${name}`, label: name, name, file: path, run: run?.id, opens: { line: 0 },
    description: run ? say('running') : description || say('no description'),
    icon: run ? 'loading~spin' : 'tools', context: run ? 'tool.running' : 'tool',
    tooltip: paragraphs(`**${literal(name)}**`, literal(description), problems && `$(warning) ${problems}`),
    spoken: spokenOf(say('tool {0}', name), run && say('running'), description, problems),
    ...(children.length > 0 ? { children } : {}),
  };
}

function optionRow(option: ToolOption, path: string, say: Say): Row {
  const { help, positional } = option;
  const label = option.names.join(', ');
  const value = option.default === undefined ? undefined : say('default {0}', option.default);
  const required = option.required ? say('required') : undefined;
  return {
    id: `option ${label}`, label, description: help, icon: positional ? 'symbol-parameter' : 'symbol-property', context: 'option',
    tooltip: paragraphs(code(label), help && literal(help), required, option.choices?.map(code).join(', '), value && literal(value)),
    spoken: spokenOf(positional ? say('argument {0}', label) : say('option {0}', label), help, required, value),
    file: path, opens: { line: option.line - 1 },
  };
}

function skippedRow({ file, path, reason }: ToolList['skipped'][number], say: Say): Row {
  const label = baseName(file);
  return {
    id: `skipped ${file}`, label, description: reason, icon: 'circle-slash', colour: 'disabledForeground', file: path, opens: { line: 0 },
    context: 'tool.skipped', tooltip: `${say('The agent does not see this script')}: ${literal(reason)}`,
    spoken: spokenOf(label, say('script that the agent does not see'), reason),
  };
}
