// Finding the program to start. No VS Code here, so that it can be tested without one.
import * as path from 'node:path';

/** The oldest server that this client can work with. */
export const oldestServer = '0.1.0';

/** What is needed to know of the machine. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  /** The value of CAPE_LS_PATH. */
  variable: string;
  /** The folders of PATH, as one text. */
  searchPath: string;
  isProgram(file: string): boolean;
}

/** What was asked for. */
export interface Wanted {
  /** In a workspace that is not trusted, nothing but the program of the extension is started. */
  trusted: boolean;
  /** The value of cape.server.path. */
  setting: string;
  extensionFolder: string;
}

export type Source = 'CAPE_LS_PATH' | 'cape.server.path' | 'extension' | 'PATH';

/** Why there is no program: `value` is what CAPE_LS_PATH or cape.server.path says, where that names none. */
export type Problem = { problem: 'untrusted' | 'missing' } | { problem: 'CAPE_LS_PATH' | 'cape.server.path'; value: string };

/** A program to start and what named it. */
export type Found = { program: string; source: Source };

/**
 * Chooses the server: the one that CAPE_LS_PATH names, else the setting `cape.server.path`, else the program
 * that came with the extension, else the first `cape-ls` on the PATH. A variable or a setting that names
 * nothing is a problem and no reason to start another program than the one asked for.
 */
export function findServer({ trusted, setting, extensionFolder }: Wanted, machine: Machine): Found | Problem {
  const style = machine.platform === 'win32' ? path.win32 : path.posix;
  const bundled = existing(style.join(extensionFolder, 'bundled', 'cape-ls'), machine);
  if (!trusted) return bundled ? { program: bundled, source: 'extension' } : { problem: 'untrusted' };
  const named: [Source & Problem['problem'], string][] = [['CAPE_LS_PATH', machine.variable], ['cape.server.path', setting]];
  for (const [source, value] of named) {
    if (value.trim() === '') continue;
    const program = atPath(value.trim(), machine, style);
    return program ? { program, source } : { problem: source, value };
  }
  if (bundled) return { program: bundled, source: 'extension' };
  const program = onPath('cape-ls', machine, style);
  return program ? { program, source: 'PATH' } : { problem: 'missing' };
}

/** A leading ~ is the home folder; a name without a folder is looked up on the PATH. */
function atPath(value: string, machine: Machine, style: path.PlatformPath): string | undefined {
  const file = value.replace(/^~(?=[\\/])/, () => machine.home);
  if (style.isAbsolute(file)) return existing(style.normalize(file), machine);
  return /[\\/]/.test(file) ? undefined : onPath(file, machine, style);
}

function onPath(name: string, machine: Machine, style: path.PlatformPath): string | undefined {
  for (const folder of machine.searchPath.split(style.delimiter)) {
    // A relative folder would make the answer depend on where the editor was started.
    if (!style.isAbsolute(folder)) continue;
    const program = existing(style.join(folder, name), machine);
    if (program) return program;
  }
  return undefined;
}

function existing(file: string, machine: Machine): string | undefined {
  const program = machine.platform === 'win32' && !/\.exe$/i.test(file) ? `${file}.exe` : file;
  return machine.isProgram(program) ? program : undefined;
}

/**
 * Whether `version` is the version of a release before `floor`. What is no release, as `devel` or the
 * time and commit that Go gives, counts as new: who builds a server knows what they do.
 */
export function isOlder(version: string | undefined, floor: string): boolean {
  const have = numbers(version ?? '');
  const need = numbers(floor);
  if (!have || !need) return false;
  for (const [i, wanted] of need.entries()) {
    const given = have[i] ?? 0;
    if (given !== wanted) return given < wanted;
  }
  return false;
}

function numbers(version: string): number[] | undefined {
  const found = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+][\w.+-]*)?$/.exec(version.trim());
  if (!found || /\d{14}-[0-9a-f]{12}/.test(version)) return undefined;
  return found.slice(1, 4).map(Number);
}
