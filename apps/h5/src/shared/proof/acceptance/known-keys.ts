import { storedValue } from '@candor/client'

/**
 * The file of keys that this device met first, with the shards since. It stays after a sign-out: it names no customer.
 */
const stored = storedValue({ key: 'candor.proof-keys', parse: (text) => text, fallback: '' })

export const knownKeys = {
  /** Null before the first keys were met. */
  get: (): string | null => (stored.get() === '' ? null : stored.get()),
  set: stored.set,
  subscribe: stored.subscribe,
}
