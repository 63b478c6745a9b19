/** Verifies what operators sign with their passkeys. It runs in a process of its own, which the server cannot reach. */
export { createVerifier } from './verifier-service.ts'
export type { Verifier } from './verifier-service.ts'
export { verifierOutcomes, verifierRequest } from './verifier-messages.ts'
export type { VerifierOutcome, VerifierRequest } from './verifier-messages.ts'
