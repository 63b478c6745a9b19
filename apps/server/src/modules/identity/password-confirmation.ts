import { refuse, ok } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { findCustomer } from './customer-store.ts'
import type { LoginGuard } from './login-guard.ts'
import type { Passwords } from './password-hash.ts'

/** Requires a logged-in customer's login password, before an act that a stolen session must not perform. */
export type ConfirmLoginPassword = (
  customerId: bigint,
  loginPassword: string,
) => Promise<Result<null, 'wrong-login-password' | 'frequent-operations'>>

/** Makes the question. Its attempts count with those of changing the password: both are guesses at the same secret. */
export function createPasswordConfirmation(deps: {
  pool: Database
  guard: LoginGuard
  passwords: Passwords
}): ConfirmLoginPassword {
  const { pool, guard, passwords } = deps
  return async (customerId, loginPassword) => {
    const attempt = await guard.beginOldPassword(customerId)
    if (!attempt.ok) return attempt
    const customer = await findCustomer(pool, customerId)
    const matches = await passwords.verify(loginPassword, customer?.passwordHash ?? null)
    if (!matches.ok) {
      await attempt.value.notMade()
      return matches
    }
    if (!matches.value) return refuse('wrong-login-password')
    await attempt.value.succeeded()
    return ok(null)
  }
}
