import { createListeners } from './listeners.ts'

/** A text kept in browser storage, with change notices: an external store for React. */
export interface StoredValue<Value extends string> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

export interface StoredValueOptions<Value extends string> {
  readonly key: string
  /** Returns null for a text that is not a value; the fallback is used instead. */
  readonly parse: (text: string) => Value | null
  readonly fallback: Value
  /** Local storage where absent; `tab` keeps it as long as the tab lives, null in memory. */
  readonly storage?: Storage | 'tab' | null
}

/** Values under this prefix belong to the signed-in customer and are removed at sign-out. */
const ownPrefix = 'candor.own.'
const forgetters = new Set<() => void>()

/** Removes every value of the customer from this device, so that the next customer does not see it. */
export function forgetOwnValues(): void {
  for (const forget of forgetters) forget()
  // Values of screens that were not opened since the start.
  attempt(() => {
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith(ownPrefix)) window.localStorage.removeItem(key)
  })
}

/** Opens a stored value. Where the browser denies storage (private windows), the value lives in memory only. */
export function storedValue<Value extends string>(options: StoredValueOptions<Value>): StoredValue<Value> {
  const { key, parse, fallback } = options
  const storage = storageOf(options.storage)
  const listeners = createListeners<[]>()
  let current = read()

  function read(): Value {
    const text = attempt(() => storage?.getItem(key) ?? null)
    return text === null ? fallback : (parse(text) ?? fallback)
  }

  if (typeof window !== 'undefined') {
    // Another tab changed the value: signed in, signed out, chose a language.
    window.addEventListener('storage', (event) => {
      if (event.key !== key) return
      current = read()
      listeners.notify()
    })
  }

  function set(value: Value): void {
    if (value === current && attempt(() => storage?.getItem(key) ?? null) === value) return
    current = value
    attempt(() => (value === '' ? storage?.removeItem(key) : storage?.setItem(key, value)))
    listeners.notify()
  }

  if (key.startsWith(ownPrefix)) forgetters.add(() => set(fallback))

  return { get: () => current, set, subscribe: listeners.add }
}

function storageOf(storage: Storage | 'tab' | null = attempt(() => window.localStorage)): Storage | null {
  return storage === 'tab' ? attempt(() => window.sessionStorage) : storage
}

/** Returns null where the browser denies storage; the value then lives in memory. */
function attempt<Result>(action: () => Result): Result | null {
  try {
    return action()
  } catch {
    return null
  }
}
