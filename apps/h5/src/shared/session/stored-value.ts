/** A text kept in local storage, with change notices: the external store behind session and appearance. */
export interface StoredValue<Value extends string> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

export interface StoredValueOptions<Value extends string> {
  readonly key: string
  /** Answers null for a text that is none of the values: the fallback counts then. */
  readonly parse: (text: string) => Value | null
  readonly fallback: Value
  readonly storage?: Storage | null
}

/** Values under this prefix belong to whoever uses the device now, and end with the login. */
const ownPrefix = 'candor.own.'
const forgetters = new Set<() => void>()

/** Forgets what the customer left on this device: the next one must not see it. */
export function forgetOwnValues(): void {
  for (const forget of forgetters) forget()
  // Values of screens that were not opened since the start.
  attempt(() => {
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith(ownPrefix)) window.localStorage.removeItem(key)
  })
}

/** Opens a stored value. Where storage is denied (private windows) it lives in memory only. */
export function storedValue<Value extends string>(options: StoredValueOptions<Value>): StoredValue<Value> {
  const { key, parse, fallback } = options
  const storage = options.storage === undefined ? browserStorage() : options.storage
  const listeners = new Set<() => void>()
  let current = read()

  function read(): Value {
    const text = attempt(() => storage?.getItem(key) ?? null)
    return text === null ? fallback : (parse(text) ?? fallback)
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  if (typeof window !== 'undefined') {
    // Another tab signed in, signed out or chose a language.
    window.addEventListener('storage', (event) => {
      if (event.key !== key) return
      current = read()
      notify()
    })
  }

  function set(value: Value): void {
    if (value === current && attempt(() => storage?.getItem(key) ?? null) === value) return
    current = value
    attempt(() => (value === '' ? storage?.removeItem(key) : storage?.setItem(key, value)))
    notify()
  }

  if (key.startsWith(ownPrefix)) forgetters.add(() => set(fallback))

  return {
    get: () => current,
    set,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function browserStorage(): Storage | null {
  return attempt(() => (typeof window === 'undefined' ? null : window.localStorage))
}

/** Storage throws where the browser denies it; the value then lives in memory, which is all that can be done. */
function attempt<Result>(action: () => Result): Result | null {
  try {
    return action()
  } catch {
    return null
  }
}
