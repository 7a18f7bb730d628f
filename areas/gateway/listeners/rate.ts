/** How much one device may send: so much in a second for as long as it likes, and what it kept while it was away all at once. */
export class Rate {
  readonly #perSecond: number;
  readonly #burst: number;
  #left: number;
  #since: number;

  /** `now`: of a monotonous clock, milliseconds. */
  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#left = burst;
    this.#since = now;
  }

  /** Notes that so much came. Gives for how many milliseconds nothing more should be taken. */
  take(count: number, now: number): number {
    const refilled = this.#left + ((now - this.#since) * this.#perSecond) / 1_000;
    this.#since = now;
    this.#left = Math.min(this.#burst, refilled) - count;
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left * 1_000) / this.#perSecond);
  }
}
