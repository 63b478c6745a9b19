/** Who wants to hear of something. */
export interface Listeners<Heard extends readonly unknown[]> {
  /** Answers the function that stops listening. */
  readonly add: (listener: (...heard: Heard) => void) => () => void
  readonly tell: (...heard: Heard) => void
}

export function createListeners<Heard extends readonly unknown[]>(): Listeners<Heard> {
  const listeners = new Set<(...heard: Heard) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell: (...heard) => {
      for (const listener of listeners) listener(...heard)
    },
  }
}
