/**
 * Customers: registering, logging in and out, sessions and their history, passwords, pictures, and whether an account
 * is enabled.
 */
import type { Bus } from '../../platform/bus/index.ts'
import type { Logger } from '../../platform/logger.ts'
import { createPhotos } from '../../platform/photos/index.ts'
import type { LimitShare } from '../../platform/rate-limit/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { forgetAccessChanges } from './access-change-store.ts'
import { addressRoutes } from './address-routes.ts'
import { addAvatarFiles, avatarRoutes } from './avatar-routes.ts'
import { createAvatars } from './avatar-service.ts'
import { createCustomerRecords } from './customer-records.ts'
import type { CustomerRecords } from './customer-records.ts'
import { changeCustomerState, findCustomerByContact, putRootInvitation } from './customer-store.ts'
import type { StateChange } from './customer-store.ts'
import { identityRoutes } from './identity-routes.ts'
import { inviteCodeOf, newInviteCode } from './identity.ts'
import { createInvitationCheck } from './invitation-check.ts'
import type { ShownNameOf } from './invitation-check.ts'
import { createDeviceMarks } from './device-marks.ts'
import { createLoginGuard } from './login-guard.ts'
import { createLoginHistory } from './login-history.ts'
import { createLogin, signInProven } from './login-service.ts'
import type { LoginCaller, SecondStep } from './login-service.ts'
import { createPasswordConfirmation } from './password-confirmation.ts'
import type { ConfirmLoginPassword } from './password-confirmation.ts'
import { createNumberProbes } from './number-probes.ts'
import type { NumberProbes } from './number-probes.ts'
import type { PasswordQueues } from './password-hash.ts'
import { createPasswordRules } from './password-rules.ts'
import type { PasswordLength } from './password-rules.ts'
import { createPasswordChanges } from './password-service.ts'
import type { HoldWithdrawals, StopRecovery } from './password-service.ts'
import { createRegister } from './register-service.ts'
import type { RegisterDependencies } from './register-service.ts'
import { sessionRoutes } from './session-routes.ts'
import { createSessions } from './session-service.ts'
import type { Sessions } from './session-service.ts'

export { startAccessWatch } from './access-watch.ts'
export { findCustomer, findCustomerByAccount, replaceEmail, replaceMobile } from './customer-store.ts'
export type { Customer } from './customer-store.ts'
export type { CustomerRecords } from './customer-records.ts'
export { deviceViewOf, deviceWords } from './device.ts'
export { newInviteCode, newPublicId } from './identity.ts'
export type { StopRecovery } from './password-service.ts'
export type { ConfirmLoginPassword } from './password-confirmation.ts'
export { createPasswordQueues, createPasswords } from './password-hash.ts'
export type { PasswordQueues, Passwords } from './password-hash.ts'
export { mailTime, securityMail } from './security-mail.ts'
export type { SecurityNotice } from './security-mail.ts'
export type { NumberProbes } from './number-probes.ts'
export type { LoginCaller } from './login-service.ts'
export type { Origin } from './session-service.ts'
export { withSharedName } from './shared-names.ts'
export type { ContactName, ContactReplacement, SharedNames } from './shared-names.ts'

/** `mode` decides how new customers start: verified with play money, unverified where money is real. */
export interface IdentityDependencies extends Pick<
  RegisterDependencies,
  'pool' | 'clock' | 'secret' | 'codes' | 'openAccounts' | 'consents' | 'onInvited' | 'sharedNames'
> {
  readonly bus: Bus
  readonly logger: Logger
  readonly mode: 'sandbox' | 'live'
  readonly passwords: PasswordQueues
  /** The lengths that a new login password may have. */
  readonly passwordLength: PasswordLength
  /** The second factor of signing in; without it customers have none. */
  readonly secondStep?: SecondStep
  /** The effect of a new login password on withdrawals. */
  readonly holdWithdrawals: HoldWithdrawals
  readonly stopRecovery: StopRecovery
  /** Counts the calls of all processes; null or absent where there is one. */
  readonly limitShare?: LimitShare | null
  readonly shownNameOf: ShownNameOf
}

export interface Identity {
  readonly numberProbes: NumberProbes
  readonly authenticate: Sessions['authenticate']
  readonly confirmLoginPassword: ConfirmLoginPassword
  /** Opens a session for a customer authenticated by other means than the password. */
  signIn(customerId: bigint, caller: LoginCaller): ReturnType<typeof signInProven>
  /**
   * Ends all other sessions of a customer, in the transaction of the cause. Returns a function that notifies the
   * sockets, to call after the commit.
   */
  endOtherSessions(client: Transaction, customerId: bigint, exceptId: bigint): Promise<() => void>
  /** Publishes that sessions of a customer have ended, which closes their sockets. */
  readonly announceEnded: Sessions['announce']
  readonly routes: ReturnType<typeof identityRoutes>
  /** Serves the customers' pictures, which are no operation of the contract. `admit` counts a call of a network. */
  addFiles(server: Parameters<typeof addAvatarFiles>[0], admit: (ip: string) => boolean): void
  /**
   * Disables or enables an account for an operator. A disabled customer is refused at the next call, and their sockets
   * close. False for an unknown customer; rethrows the database's refusals.
   */
  setEnabled(change: StateChange): Promise<boolean>
  /** The operators' view of customers. */
  readonly records: CustomerRecords
  /** Deletes expired rows; called periodically by the jobs role. */
  prune(): Promise<void>
}

const changesKeptMs = 3_600_000

/** Wires the module. `secret` is the server's key, which is not in the database. */
export function createIdentity(deps: IdentityDependencies): Identity {
  const { pool, bus, codes, passwords } = deps
  const sessions = createSessions(deps)
  const guard = createLoginGuard(deps)
  const history = createLoginHistory(deps)
  const avatars = createAvatars({ ...deps, photos: createPhotos() })
  const deviceMarks = createDeviceMarks({ secret: deps.secret, nowMs: () => deps.clock.nowMs() })
  const numberProbes = createNumberProbes(deps.clock, deps.limitShare)
  const strangers = passwords.strangers
  const passwordRules = createPasswordRules(deps.passwordLength)
  const register = createRegister({
    ...deps,
    passwords: strangers,
    passwordRules,
    sessions,
    history,
    deviceMarks,
    numberProbes,
  })
  const secondStep = deps.secondStep ?? (() => Promise.resolve(ok(null)))
  const login = createLogin({ pool, codes, guard, passwords, sessions, history, deviceMarks, secondStep })
  const passwordChanges = createPasswordChanges({ ...deps, guard, passwordRules, sessions })
  return {
    numberProbes,
    authenticate: sessions.authenticate,
    confirmLoginPassword: createPasswordConfirmation({ pool, guard, passwords: passwords.known }),
    signIn: (customerId, caller) => signInProven({ pool, sessions, history, deviceMarks }, customerId, caller),
    async endOtherSessions(client, customerId, exceptId) {
      const ended = await sessions.revokeAllBut(client, customerId, exceptId)
      return () => sessions.announce(customerId, ended)
    },
    announceEnded: sessions.announce,
    routes: [
      ...identityRoutes({
        pool,
        register,
        checkInvitation: createInvitationCheck(deps),
        login,
        sessions,
        passwordChanges,
        passwordLength: deps.passwordLength,
      }),
      ...sessionRoutes({ pool, sessions, history }),
      ...avatarRoutes(avatars),
      ...addressRoutes(deps),
    ],
    addFiles: (server, admit) => {
      addAvatarFiles(server, avatars, admit)
    },
    records: createCustomerRecords({ pool, sessions, history }),
    async setEnabled(change) {
      const isKnown = await changeCustomerState(pool, change)
      if (isKnown) bus.publish('session-revoked', { customerId: change.customerId, sessionId: null })
      return isKnown
    },
    async prune() {
      await sessions.prune()
      await forgetAccessChanges(pool, changesKeptMs)
      await guard.prune()
      await register.prune()
      await history.prune()
    },
  }
}

/**
 * Ensures that there is a root invitation code, and returns it: the given one, else the existing one, else a new one. A
 * given code replaces the existing one.
 */
export function seedIdentity(pool: Database, { inviteCode }: { readonly inviteCode: string }): Promise<string> {
  const given = inviteCodeOf(inviteCode)
  return given === '' ? putRootInvitation(pool, newInviteCode(), true) : putRootInvitation(pool, given, false)
}

/** Whether an account has this e-mail (lower case). */
export async function hasAccount(pool: Database, email: string): Promise<boolean> {
  return (await findCustomerByContact(pool, { mobile: null, email })) !== null
}
