// Waits until the checks in the script CHECKS, which run inside VS Code's extension host, have written their result,
// and prints it. Environment: that of workbench.mjs; with UNTRUSTED, the user has not said that the workspace is trusted.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until, withWorkbench } from './workbench.mjs';

const result = join(process.env.WORK, 'result.txt');
const ended = join(process.env.WORK, 'ended');
const how = {
  view: { viewport: { width: 1280, height: 800 } },
  tests: join(dirname(fileURLToPath(import.meta.url)), process.env.CHECKS),
  env: { RESULT: result, ENDED: ended },
  settings: process.env.UNTRUSTED
    ? { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' }
    : {},
};
try {
  await withWorkbench(how, () => until(() => existsSync(ended), 'the checks', 600_000));
} catch (error) {
  console.log(`FAIL\tthe workbench runs the checks\t${error.message}`);
  process.exitCode = 1;
}
if (existsSync(result)) process.stdout.write(readFileSync(result, 'utf8'));
if (existsSync(ended)) console.log('done');
