import type { OperatorPrincipal } from '../../platform/principal.ts'

/** An agent, with the session secret. */
export type Agent = OperatorPrincipal & { readonly secret: string }
