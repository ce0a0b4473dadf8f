import { describe, expect, it } from 'vitest';
import { agentPage, modelsOf } from '../src/agentView';
import type { Say } from '../src/rows';
import { duration, Ended, ending, forTerminal, joinWords, remembered } from '../src/runText';
import { splitWords } from '../src/words';

const say: Say = (message, ...values) => message.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)]));

it('a terminal gets line ends that go back to the left', () => expect(forTerminal('a\nb\r\nc\r')).toBe('a\r\nb\r\nc\r'));

it.each([[0, '0.0 s'], [0.44, '0.4 s'], [12.2, '12 s'], [59.6, '1 min 0 s'], [185, '3 min 5 s']])('%d seconds', (seconds, words) => expect(duration(seconds)).toBe(words));

describe('how a run ended', () => {
  const cases: [Partial<Ended>, string][] = [
    [{ success: true, returncode: 0, seconds: 1.25 }, 'ended with code 0 after 1.3 s'],
    [{ success: true }, 'ended with code 0'],
    [{ success: false, returncode: 3, error: 'x', seconds: 70 }, 'ended with code 3 after 1 min 10 s'],
    [{ success: false, returncode: -15, canceled: true, seconds: 2 }, 'stopped after 2.0 s'],
    [{ success: false, timedOut: true, seconds: 60 }, 'stopped because it took too long after 1 min 0 s'],
    [{ success: false, error: 'could not run script' }, 'could not run script'],
  ];
  it.each(cases)('%j', (ended, words) => expect(ending({ id: '1', success: false, ...ended }, say)).toBe(words));
});

describe('a command line', () => {
  it.each([[['tool', '--mach', '0.8'], 'tool --mach 0.8'], [['a b', ''], "'a b' ''"], [["it's"], "'it'\\''s'"], [['$x', '\u{1f600}'], "'$x' '\u{1f600}'"]])('%j', (words, line) => {
    expect(joinWords(words)).toBe(line);
    expect(splitWords(line)).toEqual(words);
  });
});

describe('the lines of earlier runs', () => {
  it('begin with the newest, each once', () => expect(remembered(['a', 'b'], ' b ')).toEqual(['b', 'a']));
  it('do not hold an empty one', () => expect(remembered(['a'], '  ')).toEqual(['a']));
  it('are not endless', () => expect(remembered(Array.from({ length: 30 }, (_, i) => `x${i}`), 'new')).toHaveLength(20));
});

describe('the page of what the agent sees', () => {
  const answer = {
    success: true, root: '/r', model: 'site-small', models: ['site-large', { name: 'site-small' }],
    tools: ['edit_file', { name: 'polar', description: 'Writes *it*' }], skills: [{ name: 'git', builtin: true }], editable: [], lines: ['- git: `x`', '```'],
  };
  it('names the model', () => expect(agentPage(answer, say)).toMatch(/^# What the agent sees with site\\-small$/m));
  it('lists what there is and says what there is not', () => {
    const page = agentPage(answer, say);
    expect(page).toContain('- **edit\\_file**\n- **polar**: Writes \\*it\\*');
    expect(page).toContain('- **git** *(built in)*');
    expect(page).toContain('*The agent may edit nothing*');
  });
  it('shows the prompt as it is', () => expect(agentPage(answer, say)).toContain('````text\n- git: `x`\n```\n````'));
  it('is possible for an answer that says little', () => expect(agentPage({ success: true }, say)).toMatch(/^# What the agent sees\n/));
  it('knows the models', () => expect(modelsOf(answer)).toEqual(['site-large', 'site-small']));
});
