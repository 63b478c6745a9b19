/** The states that every screen shares: failed, signed out, without prices. Empty states are a screen's own (`StatePanel` of the kit). */
export { ConnectionNote } from './connection-note.tsx'
export { FailedState } from './failed-state.tsx'
export { SignedOutState } from './signed-out-state.tsx'
