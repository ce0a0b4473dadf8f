// One thing at a time. No VS Code here, so that it can be tested without one.

/**
 * Does one kind of work, never twice at a time, and never forgets that it was asked for: who asks while the
 * work is being done gets another one afterwards, together with everybody else who asked in between.
 */
export class Turns<T> {
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<T> | undefined;

  constructor(private readonly work: () => Promise<T>) {}

  /** Answers with the result of work that begins after this call. */
  ask(): Promise<T> {
    this.next ??= this.running.then(() => this.begin());
    return this.next;
  }

  private begin(): Promise<T> {
    this.next = undefined;
    const work = this.work();
    this.running = work.catch(() => undefined);
    return work;
  }
}
