import { describe, expect, it } from 'vitest';
import { agentPage } from '../src/agentView';
import type { ToolEnded } from '../src/answers';
import type { Say } from '../src/row';
import { duration, ending, forTerminal, remembered } from '../src/runText';

const say: Say = (message, ...values) => message.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)]));

it('a terminal gets line ends that go back to the left', () => expect(forTerminal('a\nb\r\nc\r')).toBe('a\r\nb\r\nc\r'));

it.each([[0.044, '0.04 s'], [4.44, '4.4 s'], [12.2, '12 s'], [59.6, '1 min 0 s'], [185, '3 min 5 s']])('%d seconds', (seconds, words) => expect(duration(seconds)).toBe(words));

describe('how a run ended', () => {
  const cases: [Partial<ToolEnded>, string][] = [
    [{ success: true, returncode: 0, seconds: 1.25 }, 'ended with code 0 after 1.3 s'],
    [{ returncode: 3, error: 'x', seconds: 70 }, 'ended with code 3 after 1 min 10 s'],
    [{ returncode: -15, canceled: true, seconds: 2 }, 'stopped after 2.0 s'],
    [{ timedOut: true, seconds: 60, error: 'x' }, 'stopped after 1 min 0 s, its time limit'],
    [{ error: 'could not run script' }, 'could not run script'],
    [{}, 'failed after 0.50 s'],
  ];
  it.each(cases)('%j', (ended, words) => expect(ending({ success: false, seconds: 0.5, changed: [], ...ended }, say)).toBe(words));
});

describe('the lines of earlier runs', () => {
  it('begin with the newest, each once', () => expect(remembered(['a', 'b'], ' b ')).toEqual(['b', 'a']));
  it('do not hold an empty one', () => expect(remembered(['a'], '  ')).toEqual(['a']));
  it('are not endless', () => expect(remembered(Array.from({ length: 30 }, (_, i) => `x${i}`), 'new')).toHaveLength(20));
});

describe('the page of what the agent sees', () => {
  const answer = {
    root: '/r', model: 'site-small', models: [{ name: 'site-large' }, { name: 'site-small' }],
    tools: [{ name: 'edit_file', description: '', builtin: true }, { name: 'polar', description: 'Writes *it*', builtin: false }],
    skills: [{ name: 'git', description: null, builtin: true }], editable: [], lines: ['- git: `x`', '```'],
  };
  it('names the model', () => expect(agentPage(answer, say)).toMatch(/^# What the agent sees with site\\-small$/m));
  it('lists what there is and says what there is not', () => {
    const page = agentPage(answer, say);
    expect(page).toContain('- **edit\\_file** *(built in)*\n- **polar**: Writes \\*it\\*');
    expect(page).toContain('- **git** *(built in)*\n');
    expect(page).toContain('*The agent may edit nothing*');
  });
  it('shows the prompt as it is', () => expect(agentPage(answer, say)).toContain('````text\n- git: `x`\n```\n````'));
  it('names no model where there is none', () => expect(agentPage({ ...answer, model: '' }, say)).toMatch(/^# What the agent sees\n/));
});
