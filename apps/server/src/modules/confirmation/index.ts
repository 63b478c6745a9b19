/** Carries what operators sign with their passkeys to the verifier; it can neither forge nor change it. */
export { createConfirmations } from './confirmation-service.ts'
export type { AskVerifier, Confirmations } from './confirmation-service.ts'
export { confirmationRoutes } from './confirmation-routes.ts'
