/** The steps counted by the security centre, in its order. */
export type SecurityStep = 'password' | 'payment' | 'email' | 'phone'

/** Completed and total steps, and the next one; null when none is left. */
export interface SecurityProgress {
  readonly done: number
  readonly all: number
  readonly next: Exclude<SecurityStep, 'password'> | null
}

/** An account's protection. Every account has a login password. */
export interface Protection {
  readonly hasPaymentPassword: boolean
  readonly hasEmail: boolean
  readonly hasPhone: boolean
}

/** The account's protection progress. The mailbox comes before the payment password, which needs one. */
export function securityProgress({ hasPaymentPassword, hasEmail, hasPhone }: Protection): SecurityProgress {
  const done = [true, hasEmail, hasPaymentPassword, hasPhone].filter(Boolean).length
  const next = !hasEmail ? 'email' : !hasPaymentPassword ? 'payment' : !hasPhone ? 'phone' : null
  return { done, all: 4, next }
}
