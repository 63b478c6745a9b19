/** Callbacks that are notified together. */
export interface Listeners<Arguments extends readonly unknown[]> {
  /** Returns the function that removes the listener. */
  readonly add: (listener: (...given: Arguments) => void) => () => void
  readonly notify: (...given: Arguments) => void
}

export function createListeners<Arguments extends readonly unknown[]>(): Listeners<Arguments> {
  const listeners = new Set<(...given: Arguments) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify: (...given) => {
      for (const listener of listeners) listener(...given)
    },
  }
}
