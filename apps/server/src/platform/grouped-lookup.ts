interface Waiting<Key, Value> {
  readonly key: Key
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

/** Concurrent reads: one on a connection that hangs leaves another. */
const lanes = 2
const maxGroup = 500

/**
 * Returns a lookup that reads keys in groups: at once while a lane is free, otherwise together with the other waiting
 * keys. `readAll` returns the value of each key of its group. Every value is read after its lookup was called.
 */
export function groupedLookup<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<(key: Key) => Value>,
): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = []
  let busy = 0
  const run = async (group: readonly Waiting<Key, Value>[]): Promise<void> => {
    try {
      const valueOf = await readAll(group.map(({ key }) => key))
      for (const { key, resolve } of group) resolve(valueOf(key))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  const pump = (): void => {
    while (waiting.length > 0 && busy < lanes) {
      busy += 1
      void run(waiting.splice(0, maxGroup)).finally(() => {
        busy -= 1
        pump()
      })
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      pump()
    })
}
