import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findServer, Machine } from '../src/server';

const machine = (programs: string[], more: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  home: '/home/ada',
  searchPath: '/usr/bin:/opt/site/bin',
  isProgram: file => programs.includes(file),
  ...more,
});

const rows: [name: string, setting: string, machine: Machine, want: string | RegExp][] = [
  ['the setting wins', '/a/cape-ls', machine(['/a/cape-ls', '/ext/bin/cape-ls']), '/a/cape-ls'],
  ['a tilde is the home', '~/bin/cape-ls', machine(['/home/ada/bin/cape-ls']), '/home/ada/bin/cape-ls'],
  ['a bare name is looked up on the PATH', 'cape-ls-dev', machine(['/opt/site/bin/cape-ls-dev']), '/opt/site/bin/cape-ls-dev'],
  ['a wrong setting is no reason to start another', '/a/cape-ls', machine(['/ext/bin/cape-ls']), /cape\.server\.path/],
  ['the bundled one comes before the PATH', '', machine(['/ext/bin/cape-ls', '/usr/bin/cape-ls']), '/ext/bin/cape-ls'],
  ['the first on the PATH', '  ', machine(['/opt/site/bin/cape-ls']), '/opt/site/bin/cape-ls'],
  ['a relative folder on the PATH does not count', '', machine(['bin/cape-ls'], { searchPath: 'bin' }), /not installed/],
  ['nothing anywhere', '', machine([]), /not installed/],
  ['Windows', '', machine(['C:\\tools\\cape-ls.exe'], { platform: 'win32', searchPath: 'C:\\tools;D:\\x' }), 'C:\\tools\\cape-ls.exe'],
];

for (const [name, setting, on, want] of rows) {
  test(name, () => {
    const found = findServer(setting, on.platform === 'win32' ? 'C:\\ext' : '/ext', on);
    if (typeof want === 'string') assert.deepEqual(found, { program: want });
    else assert.match('problem' in found ? found.problem : 'a program was found', want);
  });
}
