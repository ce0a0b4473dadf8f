// Starts that queue, deaths that are counted, and a process that is really started.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { Deaths } from '../src/deaths';
import { ServerProcess } from '../src/process';
import { Turns } from '../src/turns';

test('work is never done twice at a time, and is done again for who asks meanwhile', async () => {
  let now = 0;
  let most = 0;
  let count = 0;
  const finish: (() => void)[] = [];
  const turns = new Turns(async () => {
    most = Math.max(most, ++now);
    const mine = ++count;
    await new Promise<void>(resolve => finish.push(resolve));
    now--;
    return mine;
  });
  const first = turns.ask();
  await Promise.resolve();
  const [second, third] = [turns.ask(), turns.ask()];
  finish[0]?.();
  assert.equal(await first, 1);
  while (finish.length < 2) await Promise.resolve();
  finish[1]?.();
  assert.deepEqual([await second, await third, most], [2, 2, 1]);
});

test('work that fails does not stop the next', async () => {
  let count = 0;
  const turns = new Turns(() => (++count === 1 ? Promise.reject(new Error('no')) : Promise.resolve(count)));
  await assert.rejects(turns.ask());
  assert.equal(await turns.ask(), 2);
});

test('five deaths within three minutes are borne, each with a longer wait', () => {
  const deaths = new Deaths();
  const waits = [0, 1, 2, 3, 4, 5].map(second => deaths.count(second * 1000));
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, undefined]);
});

test('deaths of long ago do not count, nor those before a person asked', () => {
  const deaths = new Deaths();
  for (let i = 0; i < 20; i++) assert.equal(deaths.count(i * 181_000), 250);
  deaths.forget();
  for (let i = 0; i < 5; i++) assert.notEqual(deaths.count(i), undefined);
  deaths.forget();
  assert.equal(deaths.count(6), 250);
});

const node = (script: string, heard: string[] = []) => ServerProcess.start(process.execPath, ['-e', script], undefined, line => heard.push(line));

test('last words: how it ended, and what it said', async () => {
  const heard: string[] = [];
  const server = await node('console.error("one\\ntwo"); process.exitCode = 3', heard);
  assert.deepEqual(await server.end, { code: 3, signal: null, lines: ['one', 'two'], reason: 'two' });
  assert.deepEqual(heard, ['one', 'two']);
});

test('only the end of a long speech is kept', async () => {
  const server = await node('for (let i = 0; i < 1000; i++) console.error(i)');
  assert.deepEqual((await server.end).lines.slice(0, 2), ['800', '801']);
});

test('a crash is named above its trace', async () => {
  const server = await node('console.error("panic: oh\\n\\ngoroutine 1 [running]:\\nmain.main()")');
  assert.equal((await server.end).reason, 'panic: oh');
});

test('what was said long before the end is no reason for it', async () => {
  let now = 0;
  const script = 'console.error("options: bundled"); process.stdin.resume()';
  let heard = () => {};
  const line = new Promise<void>(resolve => (heard = resolve));
  const server = await ServerProcess.start(process.execPath, ['-e', script], undefined, heard, () => now);
  await line;
  now = 60_000;
  await server.stop();
  const { lines, reason } = await server.end;
  assert.deepEqual([lines, reason], [['options: bundled'], undefined]);
});

test('a server whose input is closed ends, and is waited for', async () => {
  const server = await node('process.stdin.resume()');
  await server.stop();
  assert.equal(server.child.exitCode, 0);
});

test('what is killed says so', async () => {
  const server = await node('setInterval(() => {}, 1000)');
  server.kill();
  assert.deepEqual(await server.end, { code: null, signal: 'SIGKILL', lines: [], reason: undefined });
});

test('a program that cannot be started is a failure and nothing else', async () => {
  await assert.rejects(ServerProcess.start('/nowhere/cape-ls', [], undefined, () => undefined), /ENOENT/);
});
