interface Due {
  readonly atMs: number
  readonly work: () => void
}

/** Virtual time that moves only on command, with scheduled events. */
export class VirtualTime {
  #current: number
  #due: Due[] = []

  constructor(startMs: number) {
    this.#current = startMs
  }

  readonly nowMs = (): number => this.#current

  readonly sleep = (ms: number): Promise<void> => new Promise((resolve) => this.#at(this.#current + ms, resolve))

  readonly repeat = (work: () => void, everyMs: number): (() => void) => {
    let isOver = false
    const again = () => {
      if (isOver) return
      this.#at(this.#current + everyMs, again)
      work()
    }
    this.#at(this.#current + everyMs, again)
    return () => {
      isOver = true
    }
  }

  /** Advances time. Events that became due run now, in order. */
  moveTo(ms: number): void {
    this.#current = ms
    for (;;) {
      const next = this.#due[0]
      if (next === undefined || next.atMs > ms) return
      this.#due.shift()
      next.work()
    }
  }

  #at(atMs: number, work: () => void): void {
    const index = this.#due.findIndex((other) => other.atMs > atMs)
    this.#due.splice(index < 0 ? this.#due.length : index, 0, { atMs, work })
  }
}
