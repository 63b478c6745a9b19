/** The customer behind a token, as every gate sees it. */
export interface Principal {
  readonly customerId: bigint
  readonly sessionId: bigint
  readonly isEnabled: boolean
  readonly kycState: 'none' | 'under-review' | 'verified' | 'rejected'
}
