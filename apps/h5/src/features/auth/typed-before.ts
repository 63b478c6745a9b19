import { storedValue } from '@candor/client'
import * as z from 'zod/mini'

/** What a registration keeps while its form is left: no password, and no code. */
export type TypedBefore = z.output<typeof typedBefore>

const typedBefore = z.object({
  step: z.enum(['invite', 'account']),
  kind: z.enum(['mobile', 'email']),
  inviteCode: z.string().check(z.maxLength(32)),
  mobile: z.string().check(z.maxLength(13)),
  email: z.string().check(z.maxLength(254)),
})

/**
 * Kept for as long as the tab lives: the page may be loaded again after the code was read in another app. Nothing stays
 * on a device that others use.
 */
const stored = storedValue({
  key: 'candor.own.registration',
  parse: (text) => text,
  fallback: '',
  storage: 'tab',
})

/** What was typed into the registration before it was left; null where nothing was. */
export function recallTyped(): TypedBefore | null {
  try {
    return z.safeParse(typedBefore, JSON.parse(stored.get())).data ?? null
  } catch {
    // Nothing is kept.
    return null
  }
}

/** Keeps what was typed. */
export function rememberTyped({ step, kind, inviteCode, mobile, email }: TypedBefore): void {
  stored.set(JSON.stringify({ step, kind, inviteCode, mobile, email }))
}

/** Forgets it: the account exists. */
export function forgetTyped(): void {
  stored.set('')
}
