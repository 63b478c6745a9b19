import type { InputOf, securityPaymentPassword } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import type { Codes } from '../codes/index.ts'
import { findCustomer } from '../identity/index.ts'
import type { ConfirmLoginPassword, Customer, Origin, Passwords } from '../identity/index.ts'
import {
  countAttempt,
  findPaymentPassword,
  forgetAttempts,
  putPaymentPassword,
  takeBackAttempt,
} from './payment-password-store.ts'
import { isWeakPaymentPassword, paymentPasswordTries } from './security.ts'
import { enqueueNotice, paymentPasswordLockedMail } from './security-mail.ts'
import { withdrawalHold, withdrawalsHeldUntilMs } from './withdrawal-hold-store.ts'

type WrongPaymentPassword =
  | 'wrong-payment-password'
  | 'payment-password-locked'
  | 'no-payment-password'
  | 'frequent-operations'

/** The customer's view of the payment password. */
export interface PaymentPasswordState {
  readonly locked: boolean
  readonly triesLeft: number
}

type PasswordForm = InputOf<typeof securityPaymentPassword>
type SetRefusal =
  | 'wrong-old-password'
  | 'wrong-login-password'
  | 'weak-payment-password'
  | 'wrong-code'
  | 'payment-password-locked'
  | 'no-payment-password'
  | 'email-not-bound'
  | 'frequent-operations'

/** The six digits that a customer enters before money leaves. */
export interface PaymentPasswords {
  /**
   * Verifies an attempt, which is counted as failed before it is checked: however many arrive at once, five are
   * evaluated, and then the password is locked. A wrong one returns `data.triesLeft`.
   */
  verify(customerId: bigint, password: string): Promise<Result<null, WrongPaymentPassword>>
  /**
   * Sets the first one, changes it with the old one, or resets it with the login password and a code sent to the bound
   * e-mail.
   */
  set(
    form: PasswordForm,
    caller: Origin & { readonly customerId: bigint },
  ): Promise<Result<{ withdrawalsHeldUntilMs: number | null }, SetRefusal>>
  /** Null when none is set. */
  state(customerId: bigint): Promise<PaymentPasswordState | null>
  /** Until when withdrawals wait after a reset; null where they do not wait. */
  holdsWithdrawalsUntilMs(customerId: bigint): Promise<number | null>
}

export interface PaymentPasswordDependencies {
  readonly pool: Database
  readonly clock: Clock
  /** The server's key, which is not in the database. */
  readonly secret: string
  /** Earlier keys. A password hashed under one is hashed again at its next right entry. */
  readonly formerSecrets: readonly string[]
  readonly mode: 'sandbox' | 'live'
  readonly passwords: Passwords
  readonly codes: Pick<Codes, 'mailbox'>
  readonly confirmLoginPassword: ConfirmLoginPassword
}

/** The permission for a change: the hash that it replaces (null: any), and a code to consume with it. */
interface Permission {
  readonly fromHash: string | null
  readonly codeId: bigint | null
}

/** Makes the payment passwords. */
export function createPaymentPasswords(deps: PaymentPasswordDependencies): PaymentPasswords {
  const { pool, clock, passwords } = deps
  const verify = createVerify(deps)

  return {
    async verify(customerId, password) {
      const verified = await verify(customerId, password)
      return verified.ok ? ok(null) : verified
    },
    async set(form, caller) {
      const customer = await customerOf(pool, caller.customerId)
      const { email } = customer
      if (email === null) return refuse('email-not-bound')
      if (isWeakPaymentPassword(form.paymentPassword, [customer.mobile, customer.publicId, email]))
        return refuse('weak-payment-password')
      const permission = await permit(deps, verify, form, { customer, email, ip: caller.ip })
      if (!permission.ok) return permission
      const hashed = await passwords.hash(hidden(deps, customer.customerId, form.paymentPassword))
      if (!hashed.ok) return hashed
      const change = { ...permission.value, toHash: hashed.value, email, caller }
      const isDone = await withTransaction(pool, (client) => replace(deps, client, customer, change))
      if (!isDone) return refuse(form.oldPaymentPassword === undefined ? 'wrong-code' : 'wrong-old-password')
      return ok({ withdrawalsHeldUntilMs: await heldUntilMs(deps, customer.customerId) })
    },
    async state(customerId) {
      const stored = await findPaymentPassword(pool, customerId)
      if (stored === null) return null
      const triesLeft = paymentPasswordTries - stored.failures
      return { locked: triesLeft <= 0, triesLeft }
    },
    holdsWithdrawalsUntilMs: (customerId) => heldUntilMs({ pool, clock }, customerId),
  }
}

/** Returns the hash that an attempt matched. */
type Verify = (customerId: bigint, password: string) => Promise<Result<string, WrongPaymentPassword>>

function createVerify(deps: PaymentPasswordDependencies): Verify {
  const { pool } = deps
  return async (customerId, password) => {
    const counted = await countAttempt(pool, customerId, paymentPasswordTries)
    if (counted === null) {
      const isSet = (await findPaymentPassword(pool, customerId)) !== null
      return refuse(isSet ? 'payment-password-locked' : 'no-payment-password')
    }
    const matches = await matchingHash(deps, customerId, password, counted.passwordHash)
    if (!matches.ok) {
      await takeBackAttempt(pool, customerId)
      return matches
    }
    const change = { fromHash: counted.passwordHash, toHash: matches.value ?? counted.passwordHash }
    if (matches.value !== null && (await forgetAttempts(pool, customerId, change))) return ok(change.toHash)
    const triesLeft = paymentPasswordTries - counted.failures
    if (triesLeft > 0) return refuse('wrong-payment-password', { triesLeft })
    await tellOfLock(deps, customerId)
    return refuse('payment-password-locked')
  }
}

/**
 * The hash to keep where the password is right, else null: the stored one, or under the present key where the stored
 * one is of a former key.
 */
async function matchingHash(
  { secret, formerSecrets, passwords }: PaymentPasswordDependencies,
  customerId: bigint,
  password: string,
  storedHash: string,
): Promise<Result<string | null, 'frequent-operations'>> {
  for (const key of [secret, ...formerSecrets]) {
    const verified = await passwords.verify(hidden({ secret: key }, customerId, password), storedHash)
    if (!verified.ok) return verified
    if (verified.value)
      return key === secret ? ok(storedHash) : passwords.hash(hidden({ secret }, customerId, password))
  }
  return ok(null)
}

/** Six digits are keyed-hashed first: a copy of the database alone does not allow trying them all. */
function hidden({ secret }: { secret: string }, customerId: bigint, password: string): string {
  return keyedHash(secret, 'payment-password', String(customerId), password).toString('base64')
}

async function permit(
  { codes, confirmLoginPassword }: PaymentPasswordDependencies,
  verify: Verify,
  form: PasswordForm,
  { customer, email, ip }: { customer: Customer; email: string; ip: string },
): Promise<Result<Permission, SetRefusal>> {
  if (form.oldPaymentPassword !== undefined) {
    const verified = await verify(customer.customerId, form.oldPaymentPassword)
    if (verified.ok) return ok({ fromHash: verified.value, codeId: null })
    return verified.error === 'wrong-payment-password'
      ? refuse('wrong-old-password', verified.data)
      : { ...verified, error: verified.error }
  }
  const confirmed = await confirmLoginPassword(customer.customerId, form.loginPassword ?? '')
  if (!confirmed.ok) return confirmed
  const target = { purpose: 'payment-password', address: email } as const
  const codeId = await codes.mailbox.check(target, form.code ?? '', ip)
  return codeId === null ? refuse('wrong-code') : ok({ fromHash: null, codeId })
}

interface Change extends Permission {
  readonly toHash: string
  readonly email: string
  readonly caller: Origin
}

/** False where the code was used or the password changed meanwhile. */
async function replace(
  deps: PaymentPasswordDependencies,
  client: Transaction,
  customer: Customer,
  change: Change,
): Promise<boolean> {
  const { clock, codes, mode } = deps
  const { customerId } = customer
  const { fromHash, toHash, codeId, email, caller } = change
  const atMs = clock.nowMs()
  if (codeId !== null && !(await codes.mailbox.use(client, codeId))) return false
  const isReset = fromHash === null && (await findPaymentPassword(client, customerId)) !== null
  if (!(await putPaymentPassword(client, customerId, { fromHash, toHash, setMs: atMs }))) return false
  if (isReset) await withdrawalHold(mode)(client, customerId)
  await enqueueNotice(client, 'payment-password-set', { customer, caller, atMs, to: email })
  return true
}

async function heldUntilMs(
  { pool, clock }: { pool: Database; clock: Clock },
  customerId: bigint,
): Promise<number | null> {
  const untilMs = await withdrawalsHeldUntilMs(pool, customerId)
  return untilMs > clock.nowMs() ? untilMs : null
}

async function tellOfLock({ pool, clock }: PaymentPasswordDependencies, customerId: bigint): Promise<void> {
  const { email, lang } = await customerOf(pool, customerId)
  if (email === null) return
  await withTransaction(pool, (client) =>
    enqueueMail(client, { to: email, ...paymentPasswordLockedMail({ atMs: clock.nowMs(), lang }) }),
  )
}

async function customerOf(pool: Database, customerId: bigint): Promise<Customer> {
  const customer = await findCustomer(pool, customerId)
  if (customer === null) throw new Error('a payment password belongs to no customer')
  return customer
}
