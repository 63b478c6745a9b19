/** Corrections: movements between the house and a customer that two operators agree on. */
export { correctionOperatorRoutes } from './correction-operator-routes.ts'
export type { CorrectionDependencies } from './correction-operator-routes.ts'
export { correctionInvariants } from './correction-invariants-store.ts'
