/** Who the customers are: registering, logging in and out, sessions, and whether an account is enabled. */
import type { Bus } from '../../platform/bus/index.ts'
import type { Database } from '../../platform/transaction.ts'
import { putRootInvitation, updateCustomerState } from './customer-store.ts'
import { identityRoutes } from './identity-routes.ts'
import { inviteCodeOf, newInviteCode } from './identity.ts'
import { createLoginGuard } from './login-guard.ts'
import { createLogin } from './login-service.ts'
import { createPasswords } from './password-hash.ts'
import type { Passwords } from './password-hash.ts'
import { createRegister } from './register-service.ts'
import type { RegisterDependencies } from './register-service.ts'
import { createSessions } from './session-service.ts'
import type { Sessions } from './session-service.ts'

/** `mode` decides how new customers start: verified with play money, unverified where money is real. */
export interface IdentityDependencies extends Pick<RegisterDependencies, 'pool' | 'clock' | 'secret' | 'codes' | 'openAccounts'> {
  readonly bus: Bus
  readonly mode: 'sandbox' | 'live'
  readonly passwords?: Passwords
}

export interface Identity {
  readonly authenticate: Sessions['authenticate']
  readonly routes: ReturnType<typeof identityRoutes>
  /** Disables or enables an account. A disabled one is refused at its next call, and its sockets close. */
  setEnabled(customerId: bigint, isEnabled: boolean): Promise<boolean>
  /** Forgets what has expired; the jobs role calls it now and then. */
  prune(): Promise<void>
}

/** Wires the module. `secret` is the server's key, which is not in the database. */
export function createIdentity(deps: IdentityDependencies): Identity {
  const { pool, bus, codes, passwords = createPasswords() } = deps
  const sessions = createSessions(deps)
  const guard = createLoginGuard(deps)
  const register = createRegister({ ...deps, passwords, sessions, firstKycState: deps.mode === 'sandbox' ? 'verified' : 'none' })
  const login = createLogin({ pool, codes, guard, passwords, sessions })
  return {
    authenticate: sessions.authenticate,
    routes: identityRoutes({ pool, register, login, sessions }),
    async setEnabled(customerId, isEnabled) {
      const isKnown = await updateCustomerState(pool, customerId, isEnabled)
      if (isKnown) bus.publish('session-revoked', { customerId, sessionId: null })
      return isKnown
    },
    async prune() {
      await sessions.prune()
      await guard.prune()
      await register.prune()
    },
  }
}

/**
 * Makes sure that there is a root invitation code, and answers it: the given one, else the one of earlier starts, else a new one.
 * A given code replaces the earlier root code.
 */
export function seedIdentity(pool: Database, { inviteCode }: { readonly inviteCode: string }): Promise<string> {
  const given = inviteCodeOf(inviteCode)
  return given === '' ? putRootInvitation(pool, newInviteCode(), true) : putRootInvitation(pool, given, false)
}
