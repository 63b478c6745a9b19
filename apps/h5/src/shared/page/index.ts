/**
 * An inner page with its bar and its states: signed out, failed, loading, without prices, content. Empty states are a
 * screen's own.
 */
export { Loaded } from './loaded.tsx'
export { Page, PageScreen, PageState } from './page.tsx'
export { ConnectionNote } from './connection-note.tsx'
export { FailedState } from './failed-state.tsx'
export { SignedOutState } from './signed-out-state.tsx'
