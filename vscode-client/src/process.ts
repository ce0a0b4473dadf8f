// The process of the server: started, listened to for what it says when it ends, ended. No VS Code here, so that it can
// be tested without one.
import { ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const kept = 200; // lines of the error output
const fresh = 2000; // milliseconds before the end in which a line tells of it
const grace = 3000; // milliseconds between asking to end and killing
const echo = 300; // milliseconds in which last words arrive

/** How a server ended. */
export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last lines of its error output. */
  lines: string[];
  /** The line that says why; undefined when it said nothing of late. */
  reason: string | undefined;
}

export class ServerProcess {
  private readonly lines: { text: string; at: number }[] = [];
  /** Settles once the process is gone and everything that it said has been heard. */
  readonly end: Promise<End>;

  private constructor(readonly child: ChildProcessWithoutNullStreams, hear: (line: string) => void, clock: () => number) {
    const errors = createInterface({ input: child.stderr, crlfDelay: Infinity });
    errors.on('line', text => {
      this.lines.push({ text, at: clock() });
      if (this.lines.length > kept) this.lines.shift();
      hear(text);
    });
    child.on('error', () => undefined);
    // A tool that outlives the server may hold its error output open for ever.
    const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
    this.end = new Promise<number>(resolve => child.once('exit', () => resolve(clock()))).then(async at => {
      await Promise.race([closed, pause(echo)]);
      return this.ended(at);
    });
  }

  /** Starts `program`; rejects when the system cannot. `hear` gets each line of its error output; `clock` tells milliseconds. */
  static async start(program: string, args: string[], cwd: string | undefined, hear: (line: string) => void, clock = Date.now): Promise<ServerProcess> {
    const child = spawn(program, args, { cwd, stdio: 'pipe', windowsHide: true });
    // A server that is gone closes its input; what is written then is nobody's loss.
    child.stdin.on('error', () => undefined);
    const started = new ServerProcess(child, hear, clock);
    await once(child, 'spawn');
    return started;
  }

  /** Waits for the process to end, and kills it when it does not. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), grace);
    this.child.stdin.end();
    await this.end;
    clearTimeout(timer);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** A crash of Go is named above its long trace. What was said long before, as which options are used, is no reason. */
  private ended(at: number): End {
    const { exitCode: code, signalCode: signal } = this.child;
    const late = this.lines.filter(line => at - line.at < fresh && line.text.trim() !== '').map(line => line.text.trim());
    const reason = late.find(line => /^(panic|fatal error|runtime): /.test(line)) ?? late.at(-1);
    return { code, signal, lines: this.lines.map(line => line.text), reason };
  }
}
