// A path to Python as people write it in settings. No VS Code here, so that it can be tested without one.
import * as path from 'node:path';

export interface Surroundings {
  home: string;
  folder: string | undefined;
  environment: Record<string, string | undefined>;
}

/**
 * Returns the file that `text` names, with ~, ${workspaceFolder} and ${env:NAME} replaced. Undefined when it
 * is only a name, as `python`: such a one is found by the server as CAPE would find it.
 */
export function interpreterFile(text: string, { home, folder, environment }: Surroundings): string | undefined {
  if (folder === undefined && /\$\{workspace/.test(text)) return undefined;
  const file = text
    .trim()
    .replace(/^~(?=[\\/])/, () => home)
    .replace(/\$\{(?:workspaceFolder|workspaceRoot)\}/g, () => folder ?? '')
    .replace(/\$\{env:([^}]*)\}/g, (_, name: string) => environment[name] ?? '');
  return path.isAbsolute(file) ? path.normalize(file) : undefined;
}
