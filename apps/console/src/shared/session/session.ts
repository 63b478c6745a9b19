import { useSyncExternalStore } from 'react'

const key = 'candor.operator'
const listeners = new Set<() => void>()

interface SessionState {
  readonly token: string | null
  /** The server ended it, rather than the operator. */
  readonly hasEnded: boolean
}

let state: SessionState = { token: read(), hasEnded: false }

/**
 * The operator's session, kept in session storage: it ends with the tab and is not shared with another one. What an operator may do is
 * never kept here, the server says so at each call.
 */
export const session = {
  /** The session's secret, or null while nobody is signed in. */
  token: (): string | null => state.token,
  signIn: (token: string): void => set({ token, hasEnded: false }),
  /** `ended`: the server no longer knows the session. */
  signOut: (how: 'left' | 'ended'): void => set({ token: null, hasEnded: how === 'ended' }),
}

/** Whether somebody is signed in here, and whether the last session was ended by the server. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: SessionState): void {
  state = next
  try {
    if (next.token === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next.token)
  } catch {
    // Storage is denied: the session lives as long as the page.
  }
  for (const listener of listeners) listener()
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
