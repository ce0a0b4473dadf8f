import assert from 'node:assert/strict';
import { test } from 'vitest';
import { interpreterFile } from '../src/interpreter';

const surroundings = { home: '/home/ada', folder: '/work/wing', environment: { CONDA: '/opt/conda' } };

const rows: [text: string, want: string | undefined][] = [
  ['/usr/bin/python3', '/usr/bin/python3'],
  [' ~/venv/bin/python ', '/home/ada/venv/bin/python'],
  ['${workspaceFolder}/.venv/bin/python', '/work/wing/.venv/bin/python'],
  ['${env:CONDA}/bin/python', '/opt/conda/bin/python'],
  ['${env:NONE}python', undefined],
  ['python', undefined],
  ['.venv/bin/python', undefined],
  ['', undefined],
];
for (const [text, want] of rows) test(JSON.stringify(text), () => assert.equal(interpreterFile(text, surroundings), want));

test('no folder', () => assert.equal(interpreterFile('${workspaceFolder}/bin/python', { ...surroundings, folder: undefined }), undefined));
