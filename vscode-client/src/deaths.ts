// How often the server may die before it is left alone. No VS Code here, so that it can be tested without one.

/** So many deaths within this time, in milliseconds, are borne. */
export const patience = { deaths: 5, within: 3 * 60_000 };

const first = 250; // milliseconds; each wait is twice as long as the one before

/** The deaths of the server, by the times at which they happened, in milliseconds. */
export class Deaths {
  private times: number[] = [];

  /** Counts a death. Returns how long to wait before the next start; undefined when there is to be none. */
  count(now: number): number | undefined {
    this.times = this.times.filter(time => now - time < patience.within);
    this.times.push(now);
    return this.times.length > patience.deaths ? undefined : first * 2 ** (this.times.length - 1);
  }

  /** A person has asked for a start: what was before no longer counts. */
  forget(): void {
    this.times = [];
  }
}
