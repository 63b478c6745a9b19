/** The steps that the security centre counts, in the order in which it asks for them. */
export type SecurityStep = 'password' | 'payment' | 'email' | 'phone'

/** Steps that are done out of all, and the one to do next; null where none is left. */
export interface SecurityProgress {
  readonly done: number
  readonly all: number
  readonly next: Exclude<SecurityStep, 'password'> | null
}

/** What an account has. Every account has a login password. */
export interface Protection {
  readonly hasPaymentPassword: boolean
  readonly hasEmail: boolean
  readonly hasPhone: boolean
}

/** How far an account is protected. The mailbox comes before the payment password, which needs one. */
export function securityProgress({ hasPaymentPassword, hasEmail, hasPhone }: Protection): SecurityProgress {
  const done = [true, hasEmail, hasPaymentPassword, hasPhone].filter(Boolean).length
  const next = !hasEmail ? 'email' : !hasPaymentPassword ? 'payment' : !hasPhone ? 'phone' : null
  return { done, all: 4, next }
}
