import { storedValue } from '@candor/client'
import { useStored } from '@candor/client/react'

const token = storedValue({
  key: 'candor.operator',
  parse: (text) => text,
  fallback: '',
  storage: 'tab',
})

/** Whether the server ended the last session, rather than the operator. */
const ending = storedValue<'ended' | ''>({
  key: 'candor.operator.ending',
  parse: () => null,
  fallback: '',
  storage: null,
})

/**
 * The operator's session, kept in session storage: it ends with the tab and is not shared with another tab. Permissions
 * are never kept here; the server checks them at each call.
 */
export const session = {
  /** The session's secret, or null while signed out. */
  token: (): string | null => (token.get() === '' ? null : token.get()),
  signIn: (secret: string): void => {
    ending.set('')
    token.set(secret)
  },
  /** `ended`: the server no longer knows the session. */
  signOut: (how: 'left' | 'ended'): void => {
    ending.set(how === 'ended' ? 'ended' : '')
    token.set('')
  },
}

/** Whether an operator is signed in here, and whether the server ended the last session. */
export function useSession(): { readonly isSignedIn: boolean; readonly hasEnded: boolean } {
  return { isSignedIn: useStored(token) !== '', hasEnded: useStored(ending) === 'ended' }
}
