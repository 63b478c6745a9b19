import type { InputOf, securityBindEmail, securityBindPhone } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import { isUniqueViolation } from '../../platform/unique-violation.ts'
import type { Codes } from '../codes/index.ts'
import { findCustomer, replaceEmail, replaceMobile, withSharedName } from '../identity/index.ts'
import type {
  ConfirmLoginPassword,
  Customer,
  NumberProbes,
  Origin,
  SharedNames,
  StopRecovery,
} from '../identity/index.ts'
import { enqueueNotice } from './security-mail.ts'
import { withdrawalHold } from './withdrawal-hold-store.ts'

/** The caller and their origin. */
export interface Caller extends Origin {
  readonly customerId: bigint
}

type EmailForm = InputOf<typeof securityBindEmail>
type PhoneForm = InputOf<typeof securityBindPhone>
type PasswordRefusal = 'wrong-login-password' | 'frequent-operations'

/** The e-mail and the mobile number of an account. */
export interface Bindings {
  /** Binds a mailbox that was proven by a code. If it replaces another one, that one must be proven, too. */
  bindEmail(
    form: EmailForm,
    caller: Caller,
  ): Promise<Result<null, 'already-registered' | 'wrong-code' | PasswordRefusal>>
  bindPhone(
    form: PhoneForm,
    caller: Caller,
  ): Promise<Result<null, 'already-registered' | 'wrong-captcha' | 'captcha-required' | PasswordRefusal>>
  unbindPhone(loginPassword: string, caller: Caller): Promise<Result<null, 'email-not-bound' | PasswordRefusal>>
}

export interface BindingDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly mode: 'sandbox' | 'live'
  readonly codes: Pick<Codes, 'mailbox' | 'captcha'>
  readonly confirmLoginPassword: ConfirmLoginPassword
  readonly numberProbes: NumberProbes
  readonly stopRecovery: StopRecovery
  /** The names that all cells share; null or absent where this is the only one. */
  readonly sharedNames?: SharedNames | null
}

/** Creates the bindings. Each change requires the login password: a stolen session must not move an account. */
export function createBindings(deps: BindingDependencies): Bindings {
  const { pool, clock, codes, confirmLoginPassword, numberProbes, sharedNames = null } = deps
  return {
    async bindEmail(form, caller) {
      const confirmed = await confirmLoginPassword(caller.customerId, form.loginPassword)
      if (!confirmed.ok) return confirmed
      const customer = await customerOf(pool, caller.customerId)
      const proven = await proveMailboxes(deps, { customer, form, ip: caller.ip })
      if (!proven.ok) return proven
      const change = { customer, caller, to: form.email.toLowerCase(), codeIds: proven.value }
      const replacement = { kind: 'email', from: customer.email, to: change.to } as const
      return withSharedName(sharedNames, customer.customerId, replacement, () => replaceBoundEmail(deps, change))
    },
    async bindPhone(form, caller) {
      const verdict = await codes.captcha.prove(form)
      if (verdict !== 'proven') return refuse(verdict === 'absent' ? 'captcha-required' : 'wrong-captcha')
      const confirmed = await confirmLoginPassword(caller.customerId, form.loginPassword)
      if (!confirmed.ok) return confirmed
      if (!numberProbes.mayLearn(caller.ip, form.mobile)) return refuse('frequent-operations')
      const customer = await customerOf(pool, caller.customerId)
      const replacement = { kind: 'mobile', from: customer.mobile, to: form.mobile } as const
      const bound = await withSharedName(sharedNames, customer.customerId, replacement, () =>
        withTransaction(pool, async (client) => {
          if ((await replaceMobile(client, customer.customerId, form.mobile)) !== 'changed')
            return refuse('already-registered')
          await enqueueNotice(client, 'phone-bound', { customer, caller, atMs: clock.nowMs() })
          return ok(null)
        }),
      )
      if (!bound.ok) numberProbes.learned(caller.ip, form.mobile)
      return bound
    },
    async unbindPhone(loginPassword, caller) {
      const confirmed = await confirmLoginPassword(caller.customerId, loginPassword)
      if (!confirmed.ok) return confirmed
      const customer = await customerOf(pool, caller.customerId)
      const unbound = await unbind(deps, customer, caller)
      if (unbound.ok && customer.mobile !== null)
        await sharedNames?.release(customer.customerId, { kind: 'mobile', name: customer.mobile })
      return unbound
    },
  }
}

async function unbind(
  { pool, clock }: BindingDependencies,
  customer: Customer,
  caller: Caller,
): Promise<Result<null, 'email-not-bound'>> {
  return withTransaction(pool, async (client) => {
    if ((await replaceMobile(client, customer.customerId, null)) !== 'changed') return refuse('email-not-bound')
    await enqueueNotice(client, 'phone-unbound', { customer, caller, atMs: clock.nowMs() })
    return ok(null)
  })
}

/** Checks the codes of the new mailbox and of the bound one, if any. Returns the codes to consume. */
async function proveMailboxes(
  { codes }: BindingDependencies,
  { customer, form, ip }: { readonly customer: Customer; readonly form: EmailForm; readonly ip: string },
): Promise<Result<bigint[], 'wrong-code'>> {
  const target = { purpose: 'bind-email', address: form.email.toLowerCase() } as const
  const codeId = await codes.mailbox.check(target, form.code, ip)
  if (codeId === null) return refuse('wrong-code', { field: 'code' })
  if (customer.email === null) return ok([codeId])
  const currentId = await codes.mailbox.check(
    { purpose: 'change-email', address: customer.email },
    form.currentCode ?? '',
    ip,
  )
  return currentId === null ? refuse('wrong-code', { field: 'currentCode' }) : ok([codeId, currentId])
}

interface EmailChange {
  readonly customer: Customer
  readonly caller: Caller
  readonly to: string
  readonly codeIds: readonly bigint[]
}

async function replaceBoundEmail(
  { pool, clock, codes, mode, stopRecovery }: BindingDependencies,
  { customer, caller, to, codeIds }: EmailChange,
): Promise<Result<null, 'already-registered' | 'wrong-code'>> {
  const { customerId, email: from } = customer
  const atMs = clock.nowMs()
  return withTransaction(pool, async (client) => {
    // Permanent refusals first: a mailbox of another account keeps its code.
    const change = await replaceEmail(client, customerId, { from, to })
    if (change !== 'changed') return refuse(change === 'taken' ? 'already-registered' : 'wrong-code')
    for (const codeId of codeIds) if (!(await codes.mailbox.use(client, codeId))) throw new UsedMeanwhile()
    await stopRecovery(client, customerId)
    if (from !== null) {
      await withdrawalHold(mode)(client, customerId)
      await enqueueNotice(client, 'email-replaced', { customer, caller, atMs, to: from })
    }
    await enqueueNotice(client, 'email-bound', { customer, caller, atMs, to })
    return ok(null)
  }).catch((fault: unknown) => {
    if (fault instanceof UsedMeanwhile) return refuse('wrong-code', { field: 'code' })
    if (isUniqueViolation(fault)) return refuse('already-registered')
    throw fault
  })
}

/** Rolls the change back: its code was used by another call. */
class UsedMeanwhile extends Error {}

async function customerOf(pool: Database, customerId: bigint): Promise<Customer> {
  const customer = await findCustomer(pool, customerId)
  if (customer === null) throw new Error('a session belongs to no customer')
  return customer
}
