import type { OperatorPrincipal } from '../../platform/operator-principal.ts'

/** An operator who answers, with the session's secret. */
export type Agent = OperatorPrincipal & { readonly secret: string }
