import type { OperatorRole } from '@candor/api/operator'

/** The customer behind a token, as every gate sees it. */
export interface Principal {
  readonly customerId: bigint
  readonly sessionId: bigint
  readonly isEnabled: boolean
  readonly kycState: 'none' | 'under-review' | 'verified' | 'rejected'
  /** Legal texts have a newer version that the customer has to agree to before trading on. */
  readonly owesConsent?: boolean
  /** The country that the customer was verified in is not served. */
  readonly isElsewhere?: boolean
}

/** The operator behind a session's secret, as every gate sees it. */
export interface OperatorPrincipal {
  readonly operatorId: bigint
  readonly name: string
  readonly roles: readonly OperatorRole[]
  /** A reviewer of the sandbox, which decides by itself. */
  readonly isSandboxReviewer: boolean
  /** The time at which the session ends unless another call is made. */
  readonly expiresMs: number
}
