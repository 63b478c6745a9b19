/** The states that every screen shares: failed and signed out. Empty states are a screen's own (`StatePanel` of the kit). */
export { FailedState } from './failed-state.tsx'
export { SignedOutState } from './signed-out-state.tsx'
