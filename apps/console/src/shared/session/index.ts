/** The operator signed in, in this tab. */
export { session, useSession } from './session.ts'
