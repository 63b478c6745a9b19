/** Token and language of this device, kept in local storage. */
export { session, useIsSignedIn } from './session.ts'
export { supportToken } from './support-token.ts'
export { storedValue } from './stored-value.ts'
export type { StoredValue } from './stored-value.ts'
