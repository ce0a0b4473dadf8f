// The process of the server: started, listened to for its last words, ended. No VS Code here, so that it can
// be tested without one.
import { ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const kept = 200; // lines of the error output
const grace = 3000; // milliseconds between asking to end and killing
const echo = 300; // milliseconds in which last words arrive

export class ServerProcess {
  private readonly lines: string[] = [];
  /** Settles once the process is gone and everything that it said has been heard. */
  readonly gone: Promise<void>;

  private constructor(readonly child: ChildProcessWithoutNullStreams, hear: (line: string) => void) {
    const errors = createInterface({ input: child.stderr, crlfDelay: Infinity });
    errors.on('line', line => {
      this.lines.push(line);
      if (this.lines.length > kept) this.lines.shift();
      hear(line);
    });
    child.on('error', () => undefined);
    // A tool that outlives the server may hold its error output open for ever.
    const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
    this.gone = new Promise<void>(resolve => child.once('exit', () => resolve())).then(() => Promise.race([closed, pause(echo)]));
  }

  /** Starts `program`; rejects when the system cannot. `hear` gets each line of its error output. */
  static async start(program: string, args: string[], cwd: string | undefined, hear: (line: string) => void): Promise<ServerProcess> {
    const child = spawn(program, args, { cwd, stdio: 'pipe', windowsHide: true });
    // A server that is gone closes its input; what is written then is nobody's loss.
    child.stdin.on('error', () => undefined);
    const started = new ServerProcess(child, hear);
    await once(child, 'spawn');
    return started;
  }

  /** How it ended and what it said last, as one text of some lines. */
  async lastWords(): Promise<string> {
    await this.gone;
    const { exitCode, signalCode } = this.child;
    const end = signalCode ? `ended by ${signalCode}` : `exit code ${exitCode ?? '?'}`;
    return [end, ...this.lines].join('\n');
  }

  /** Waits for the process to end, and kills it when it does not. */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), grace);
    this.child.stdin.end();
    await this.gone;
    clearTimeout(timer);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
