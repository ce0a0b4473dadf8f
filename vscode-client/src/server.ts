// Finding the program to start. No VS Code here, so that it can be tested without one.
import * as path from 'node:path';

/** What is needed to know of the machine. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  /** The folders of PATH, as one text. */
  searchPath: string;
  isProgram(file: string): boolean;
}

/** A program to start, or a sentence that says why there is none. */
export type Found = { program: string } | { problem: string };

/**
 * Chooses the server: the setting `cape.server.path` when it is set, else the program in the
 * extension's `bin` folder, else the first `cape-ls` on the PATH. A setting that names nothing is
 * a problem and no reason to start another program than the one asked for.
 */
export function findServer(setting: string, extensionFolder: string, machine: Machine): Found {
  const style = machine.platform === 'win32' ? path.win32 : path.posix;
  const wanted = setting.trim().replace(/^~(?=[\\/])/, machine.home);
  if (wanted !== '') {
    const program = style.isAbsolute(wanted) ? existing(wanted, machine) : onPath(wanted, machine, style);
    return program ? { program } : { problem: `the setting cape.server.path names no program: ${setting}` };
  }
  const program = existing(style.join(extensionFolder, 'bin', 'cape-ls'), machine) ?? onPath('cape-ls', machine, style);
  return program ? { program } : { problem: 'cape-ls is not installed here: it is neither on the PATH nor set in cape.server.path' };
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
  const names = machine.platform === 'win32' && !/\.exe$/i.test(file) ? [`${file}.exe`] : [file];
  return names.find(name => machine.isProgram(name));
}
