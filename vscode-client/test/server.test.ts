import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findServer, isOlder, Machine, Wanted } from '../src/server';

const machine = (programs: string[], more: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  home: '/home/ada',
  variable: '',
  searchPath: '/usr/bin:/opt/site/bin',
  isProgram: file => programs.includes(file),
  ...more,
});

const bundled = '/ext/bundled/cape-ls';

type Row = [name: string, wanted: Partial<Wanted>, machine: Machine, want: ReturnType<typeof findServer>];
const rows: Row[] = [
  ['the setting wins over the bundled one', { setting: '/a/cape-ls' }, machine(['/a/cape-ls', bundled]), { program: '/a/cape-ls', source: 'cape.server.path' }],
  ['a tilde is the home', { setting: '~/bin/cape-ls' }, machine(['/home/ada/bin/cape-ls']), { program: '/home/ada/bin/cape-ls', source: 'cape.server.path' }],
  ['a home with a dollar in it', { setting: '~/x' }, machine(['/home/$&/x'], { home: '/home/$&' }), { program: '/home/$&/x', source: 'cape.server.path' }],
  ['a tilde inside a name is none', { setting: '/a/~/x' }, machine(['/a/~/x']), { program: '/a/~/x', source: 'cape.server.path' }],
  ['a bare name is looked up on the PATH', { setting: 'cape-ls-dev' }, machine(['/opt/site/bin/cape-ls-dev']), { program: '/opt/site/bin/cape-ls-dev', source: 'cape.server.path' }],
  ['a relative path names nothing', { setting: './cape-ls' }, machine(['./cape-ls', 'cape-ls', bundled]), { problem: 'cape.server.path', value: './cape-ls' }],
  ['a wrong setting is no reason to start another', { setting: '/a/cape-ls' }, machine([bundled]), { problem: 'cape.server.path', value: '/a/cape-ls' }],
  ['the variable wins over the setting', { setting: '/a/cape-ls' }, machine(['/a/cape-ls', '/b/cape-ls'], { variable: '/b/cape-ls' }), { program: '/b/cape-ls', source: 'CAPE_LS_PATH' }],
  ['a tilde in the variable', {}, machine(['/home/ada/x'], { variable: '~/x' }), { program: '/home/ada/x', source: 'CAPE_LS_PATH' }],
  ['a wrong variable is no reason to start another', { setting: '/a/cape-ls' }, machine(['/a/cape-ls'], { variable: '/b/x' }), { problem: 'CAPE_LS_PATH', value: '/b/x' }],
  ['the bundled one comes before the PATH', {}, machine([bundled, '/usr/bin/cape-ls']), { program: bundled, source: 'extension' }],
  ['the first on the PATH', { setting: '  ' }, machine(['/opt/site/bin/cape-ls']), { program: '/opt/site/bin/cape-ls', source: 'PATH' }],
  ['a relative folder on the PATH does not count', {}, machine(['bin/cape-ls'], { searchPath: 'bin' }), { problem: 'missing' }],
  ['nothing anywhere', {}, machine([]), { problem: 'missing' }],
  ['untrusted: only the bundled one', { trusted: false, setting: '/a/x' }, machine(['/a/x', '/b/x', bundled], { variable: '/b/x' }), { program: bundled, source: 'extension' }],
  ['untrusted: nothing from the PATH', { trusted: false }, machine(['/usr/bin/cape-ls']), { problem: 'untrusted' }],
  [
    'Windows: the ending and the separator',
    { extensionFolder: 'C:\\ext' },
    machine(['C:\\tools\\cape-ls.exe'], { platform: 'win32', searchPath: 'C:\\tools;D:\\x' }),
    { program: 'C:\\tools\\cape-ls.exe', source: 'PATH' },
  ],
  [
    'Windows: bundled',
    { extensionFolder: 'C:\\ext', trusted: false },
    machine(['C:\\ext\\bundled\\cape-ls.exe'], { platform: 'win32' }),
    { program: 'C:\\ext\\bundled\\cape-ls.exe', source: 'extension' },
  ],
  ['Windows: a tilde before a backslash', { setting: '~\\x' }, machine(['C:\\Ada\\x.exe'], { platform: 'win32', home: 'C:\\Ada' }), { program: 'C:\\Ada\\x.exe', source: 'cape.server.path' }],
];

for (const [name, wanted, on, want] of rows) {
  test(name, () => assert.deepEqual(findServer({ trusted: true, setting: '', extensionFolder: '/ext', ...wanted }, on), want));
}

const versions: [version: string | undefined, older: boolean][] = [
  ['0.1.0', true],
  ['v0.1.9', true],
  ['0.2.0-rc.1', false],
  ['0.2.0', false],
  ['0.2.0+site', false],
  ['1.0.0', false],
  ['0.10.0', false],
  ['devel', false],
  ['devel-0123456789ab', false],
  ['v0.0.0-20260701120000-0123456789ab', false],
  ['v0.1.1-0.20260701120000-0123456789ab+dirty', false],
  ['unknown', false],
  ['', false],
  [undefined, false],
];

for (const [version, older] of versions) {
  test(`version ${version ?? 'not said'}`, () => assert.equal(isOlder(version, '0.2.0'), older));
}
