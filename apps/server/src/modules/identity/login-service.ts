import type { InputOf, UserView, userLogin } from '@candor/api'
import type { accountDisabledData } from '@candor/api/support'
import type * as z from 'zod/mini'
import type { DeviceCookie } from '../../platform/device-cookie.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Refused, Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Codes } from '../codes/index.ts'
import { findCustomer, findCustomerByContact, holdPassword } from './customer-store.ts'
import type { Customer } from './customer-store.ts'
import type { DeviceMarks } from './device-marks.ts'
import { contactOf } from './identity.ts'
import { createLoginCrowd } from './login-crowd.ts'
import type { LoginGuard } from './login-guard.ts'
import type { LoginHistory } from './login-history.ts'
import type { PasswordQueues } from './password-hash.ts'
import type { Origin, Sessions } from './session-service.ts'
import { userViewOf } from './user-view.ts'

export type LoginRefusal =
  | 'wrong-credentials'
  | 'account-closed'
  | 'account-disabled'
  | 'captcha-required'
  | 'wrong-captcha'
  | 'totp-required'
  | 'wrong-totp'
  | 'frequent-operations'

/** Requires the second factor of a customer who has one, after the right password. */
export type SecondStep = (
  customerId: bigint,
  totp: string | undefined,
) => Promise<Result<null, 'totp-required' | 'wrong-totp' | 'frequent-operations'>>

export interface LoginDependencies {
  readonly pool: Database
  readonly codes: Codes
  readonly guard: LoginGuard
  readonly passwords: PasswordQueues
  readonly sessions: Sessions
  readonly history: LoginHistory
  readonly deviceMarks: DeviceMarks
  readonly secondStep: SecondStep
}

/** The caller of a login, with what the browser keeps of earlier ones. */
export interface LoginCaller extends Origin {
  readonly device: DeviceCookie
}

export type Login = (
  form: InputOf<typeof userLogin>,
  caller: LoginCaller,
) => Promise<Result<{ token: string; user: UserView }, LoginRefusal>>

/**
 * Creates the login. An attempt is counted before the password is checked; an unknown account takes the same path and
 * time as a wrong password. Only a fully authenticated caller learns that an account is disabled or closed. A device
 * that has logged in to the account before is counted by itself, so that it does not wait for strangers' failures.
 */
export function createLogin(deps: LoginDependencies): Login {
  const crowd = createLoginCrowd()
  return async (form, caller) => {
    const leave = crowd.enter(caller.ip)
    if (leave === null) return refuse('frequent-operations')
    return tryLogin(deps, form, caller).finally(leave)
  }
}

async function tryLogin(
  deps: LoginDependencies,
  form: InputOf<typeof userLogin>,
  { device, ...origin }: LoginCaller,
): ReturnType<Login> {
  const { pool, codes, guard, passwords, history, deviceMarks } = deps
  const verdict = await codes.captcha.prove(form)
  if (verdict === 'wrong') return refuse('wrong-captcha')
  const contact = contactOf(form.account)
  const find = async () => (contact === null ? null : findCustomerByContact(pool, contact))
  // Guesses come without a mark, and are refused before anything is looked up.
  const marked = device.value === null ? null : await find()
  const deviceId = marked === null ? null : deviceMarks.find(device.value, marked.customerId)
  const isProven = verdict === 'proven'
  const attempt = await guard.begin({ account: form.account, ip: origin.ip, deviceId, isProven })
  if (!attempt.ok) return attempt
  const customer = marked ?? (await find())
  const queue = deviceId === null ? passwords.strangers : passwords.known
  const matches = await queue.verify(form.loginPassword, customer?.passwordHash ?? null)
  if (!matches.ok) {
    await attempt.value.notMade()
    return matches
  }
  if (customer !== null && !matches.value) history.recordLater(customer.customerId, 'wrong-password', origin)
  if (!matches.value || customer === null) return refuse('wrong-credentials')
  await attempt.value.succeeded()
  const proven = await deps.secondStep(customer.customerId, form.totp)
  if (!proven.ok) {
    if (proven.error === 'wrong-totp') history.recordLater(customer.customerId, 'wrong-second-step', origin)
    return proven
  }
  if (!customer.isEnabled) return refuseDisabled(deps, customer, origin)
  const token = await openSession(deps, customer, origin)
  if (token === null) return refuse('wrong-credentials')
  device.keep(deviceMarks.add(device.value, customer.customerId))
  return ok({ token, user: userViewOf(customer) })
}

/** Signs in a customer authenticated by a passkey. A disabled or closed account is refused. */
export async function signInProven(
  deps: Pick<LoginDependencies, 'pool' | 'sessions' | 'history' | 'deviceMarks'>,
  customerId: bigint,
  { device, ...origin }: LoginCaller,
): Promise<Result<{ token: string; user: UserView }, 'account-closed' | 'account-disabled'>> {
  const customer = await findCustomer(deps.pool, customerId)
  if (customer === null) throw new Error('a passkey belongs to no customer')
  if (!customer.isEnabled) return refuseDisabled(deps, customer, origin)
  const token = await withTransaction(deps.pool, async (client) => {
    await deps.history.recordLogin(client, customer, origin)
    return deps.sessions.open(client, customerId, origin)
  })
  device.keep(deps.deviceMarks.add(device.value, customerId))
  return ok({ token, user: userViewOf(customer) })
}

/** A customer whose account is disabled or closed still gets a token, which opens customer service only. */
async function refuseDisabled(
  { sessions, history }: Pick<LoginDependencies, 'sessions' | 'history'>,
  { customerId, isClosed }: Customer,
  origin: Origin,
): Promise<Refused<'account-closed' | 'account-disabled'>> {
  history.recordLater(customerId, 'disabled', origin)
  const data: z.output<typeof accountDisabledData> = { supportToken: await sessions.openForSupport(customerId, origin) }
  return refuse(isClosed ? 'account-closed' : 'account-disabled', data)
}

/**
 * Null where the password was changed or the account closed while the password was verified: neither may be outlived by
 * a new session.
 */
function openSession(
  { pool, sessions, history }: Pick<LoginDependencies, 'pool' | 'sessions' | 'history'>,
  customer: Customer,
  origin: Origin,
): Promise<string | null> {
  return withTransaction(pool, async (client) => {
    if (!(await holdPassword(client, customer.customerId, customer.passwordHash))) return null
    await history.recordLogin(client, customer, origin)
    return sessions.open(client, customer.customerId, origin)
  })
}
