import { storedValue } from '@candor/client'
import * as z from 'zod/mini'
import { passingStates } from './log-check.ts'
import type { SeenHead, ShardCheck } from './log-check.ts'

const heads = z.record(z.string(), z.object({ vkey: z.string(), size: z.int(), root: z.base64(), seenMs: z.int() }))
type Heads = Readonly<Record<string, SeenHead>>

const stored = storedValue<string>({ key: 'candor.log-heads', parse: (text) => text, fallback: '' })

/** The heads that this browser verified last, by origin. */
export function seenHeads(): Heads {
  try {
    return z.parse(heads, JSON.parse(stored.get()))
  } catch {
    return {}
  }
}

/** Remembers what was verified. A head that failed a check never replaces one that passed. */
export function rememberHeads(checks: readonly { readonly origin: string; readonly check: ShardCheck }[]): void {
  const passed = checks.flatMap(({ origin, check: { state, head } }) =>
    head !== null && passingStates.includes(state) ? [[origin, head] as const] : [],
  )
  stored.set(JSON.stringify({ ...seenHeads(), ...Object.fromEntries(passed) }))
}

export function forgetHeads(): void {
  stored.set('')
}
