/** Token and language of this device, kept in local storage. */
export { session, useIsSignedIn } from './session.ts'
export { supportToken } from './support-token.ts'
