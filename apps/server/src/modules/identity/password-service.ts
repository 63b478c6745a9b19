import type { InputOf, securityLoginPassword, userPasswordForgot } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import type { Principal } from '../../platform/principal.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import type { Codes } from '../codes/index.ts'
import { findCustomer, findCustomerByContact, replacePassword } from './customer-store.ts'
import type { Customer } from './customer-store.ts'
import type { LoginGuard } from './login-guard.ts'
import type { PasswordQueues } from './password-hash.ts'
import type { PasswordRules } from './password-rules.ts'
import { securityMail } from './security-mail.ts'
import type { Origin, Sessions } from './session-service.ts'

/** Changes login passwords. */
export interface PasswordChanges {
  /** By a logged-in customer who knows the old password. Ends every other session. */
  change(
    form: InputOf<typeof securityLoginPassword>,
    caller: Origin & { readonly principal: Principal },
  ): Promise<Result<null, 'invalid' | 'wrong-old-password' | 'frequent-operations'>>
  /**
   * By a person with access to the account's mailbox. Ends every session. A mailbox without an account gets the
   * response of a wrong code, and a closed account keeps its password.
   */
  reset(
    form: InputOf<typeof userPasswordForgot>,
    origin: Origin,
  ): Promise<Result<null, 'invalid' | 'wrong-code' | 'account-closed' | 'frequent-operations'>>
}

export interface PasswordChangeDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly codes: Codes
  readonly guard: LoginGuard
  readonly passwords: PasswordQueues
  readonly passwordRules: PasswordRules
  readonly sessions: Sessions
  readonly holdWithdrawals: HoldWithdrawals
  readonly stopRecovery: StopRecovery
}

/** Makes the withdrawals of a customer wait after a change at `changedMs`, in its transaction. */
export type HoldWithdrawals = (client: Transaction, customerId: bigint) => Promise<void>

/** Cancels a recovery that claimed the account's mailbox was lost, in the transaction that proved it was not. */
export type StopRecovery = (client: Transaction, customerId: bigint) => Promise<void>

/**
 * The effects of a change on an account, in one transaction. A null `fromHash` means that the old password need not be
 * known.
 */
interface Replacement {
  readonly fromHash: string | null
  readonly toHash: string
  readonly keptSessionId: bigint | null
  readonly origin: Origin
}

/** Makes the changes of passwords. */
export function createPasswordChanges(deps: PasswordChangeDependencies): PasswordChanges {
  const { pool, codes, guard, passwords, passwordRules, sessions } = deps
  const rejected = (password: string, customer: Customer | null) => {
    const names = customer === null ? [] : [customer.mobile, customer.email, customer.publicId]
    const broken = passwordRules.brokenBy(password, names)
    return broken === null ? null : refuse('invalid', { loginPassword: broken })
  }
  return {
    async change(form, { principal, ...origin }) {
      const customer = await findCustomer(pool, principal.customerId)
      // First, so that a refused password is no attempt at the old one.
      const rejection = rejected(form.loginPassword, customer)
      if (rejection !== null) return rejection
      const attempt = await guard.beginOldPassword(principal.customerId)
      if (!attempt.ok) return attempt
      const matches = await passwords.known.verify(form.oldPassword, customer?.passwordHash ?? null)
      if (matches.ok && (!matches.value || customer === null)) return refuse('wrong-old-password')
      const hashed = matches.ok ? await passwords.known.hash(form.loginPassword) : matches
      if (!hashed.ok || customer === null) {
        await attempt.value.notMade()
        return hashed.ok ? refuse('wrong-old-password') : hashed
      }
      const replacement = {
        fromHash: customer.passwordHash,
        toHash: hashed.value,
        keptSessionId: principal.sessionId,
        origin,
      }
      const ended = await withTransaction(pool, (client) => replace(deps, client, customer, replacement))
      // The password changed since it was read: the old one no longer matches.
      if (ended === null) return refuse('wrong-old-password')
      sessions.announce(customer.customerId, ended)
      await attempt.value.succeeded()
      return ok(null)
    },
    async reset(form, origin) {
      const plain = rejected(form.loginPassword, null)
      if (plain !== null) return plain
      const email = form.email.toLowerCase()
      // Every wrong code takes the same path, whether or not the mailbox has an account: nothing is looked up before it
      // is right.
      const codeId = await codes.mailbox.check({ purpose: 'password-forgot', address: email }, form.code, origin.ip)
      if (codeId === null) return refuse('wrong-code')
      const customer = await findCustomerByContact(pool, { mobile: null, email })
      if (customer === null) return refuse('wrong-code')
      // Its mailbox may be somebody else's by now: it opens neither the account nor its conversation.
      if (customer.isClosed) return refuse('account-closed')
      const rejection = rejected(form.loginPassword, customer)
      if (rejection !== null) return rejection
      const hashed = await passwords.strangers.hash(form.loginPassword)
      if (!hashed.ok) return hashed
      const ended = await withTransaction(pool, async (client) => {
        if (!(await codes.mailbox.use(client, codeId))) return null
        await deps.stopRecovery(client, customer.customerId)
        return replace(deps, client, customer, { fromHash: null, toHash: hashed.value, keptSessionId: null, origin })
      })
      if (ended === null) return refuse('wrong-code')
      sessions.announce(customer.customerId, ended)
      return ok(null)
    },
  }
}

/** Returns the ended sessions, or null when the password has changed meanwhile. */
async function replace(
  { clock, sessions, holdWithdrawals }: PasswordChangeDependencies,
  client: Transaction,
  { customerId, email, lang }: Customer,
  { fromHash, toHash, keptSessionId, origin }: Replacement,
): Promise<bigint[] | null> {
  const atMs = clock.nowMs()
  if (!(await replacePassword(client, customerId, { fromHash, toHash, changedMs: atMs }))) return null
  await holdWithdrawals(client, customerId)
  const ended = await sessions.revokeAllBut(client, customerId, keptSessionId)
  if (email !== null)
    await enqueueMail(client, { to: email, ...securityMail('password-changed', { ...origin, atMs, lang }) })
  return ended
}
