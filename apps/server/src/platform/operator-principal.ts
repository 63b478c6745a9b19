import type { OperatorRole } from '@candor/api/operator'

/** The operator behind a session's secret, as every gate sees it. */
export interface OperatorPrincipal {
  readonly operatorId: bigint
  readonly name: string
  readonly roles: readonly OperatorRole[]
  /** An automatic reviewer of the sandbox. */
  readonly isSandboxReviewer: boolean
  /** When the session ends without another call. */
  readonly expiresMs: number
}
