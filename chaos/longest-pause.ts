/** The longest time without an event of a kind. */
export class LongestPause {
  #lastMs = performance.now()
  #longestMs = 0

  /** Forgets what was before: the time begins now. */
  begin(): void {
    this.#longestMs = 0
    this.#lastMs = performance.now()
  }

  /** Called at each event. */
  note(): void {
    this.#longestMs = this.ms
    this.#lastMs = performance.now()
  }

  /** Since the beginning, the pause until now among them. */
  get ms(): number {
    return Math.max(this.#longestMs, performance.now() - this.#lastMs)
  }
}
