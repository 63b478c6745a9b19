/**
 * Protection of a customer's money beyond the login: the payment password, bound contacts, second factors, and self-set
 * limits.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Codes } from '../codes/index.ts'
import type { Identity, Passwords, SharedNames, StopRecovery } from '../identity/index.ts'
import { createBindings } from './bindings-service.ts'
import { limitsRoutes } from './limits-routes.ts'
import { createCustomerLimits } from './limits-service.ts'
import { createPasskeys } from './passkey-service.ts'
import { createPaymentPasswords } from './payment-password-service.ts'
import type { PaymentPasswords } from './payment-password-service.ts'
import { findPhraseOfMail } from './phrase-store.ts'
import { signInGuardRoutes } from './second-factor-routes.ts'
import { phraseLine } from './security-mail.ts'
import { paymentPasswordRoutes } from './security-routes.ts'
import { createSignInGuards } from './sign-in-guards.ts'
import type { Totp } from './totp-service.ts'

export { createCustomerLimits }
export type { CustomerLimits } from './limits-service.ts'
export type { PaymentPasswords } from './payment-password-service.ts'
export { enqueueNotice } from './security-mail.ts'
export { createTotp, resealTotps } from './totp-service.ts'
export type { Totp } from './totp-service.ts'
export { withdrawalHold } from './withdrawal-hold-store.ts'

export interface SecurityDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly logger: Logger
  /** The server's key, which is not in the database. */
  readonly secret: string
  /** Earlier keys, under which payment passwords may still be hashed. */
  readonly formerSecrets: readonly string[]
  readonly mode: 'sandbox' | 'live'
  readonly passwords: Passwords
  readonly codes: Codes
  readonly identity: Identity
  /** Created earlier: signing in needs it, and identity is below this module. */
  readonly totp: Totp
  readonly stopRecovery: StopRecovery
  /** The names that all cells share; null or absent where this is the only one. */
  readonly sharedNames?: SharedNames | null
}

export interface Security {
  readonly paymentPasswords: PaymentPasswords
  readonly routes: ReturnType<typeof limitsRoutes>
  /** Deletes expired rows; called periodically by the jobs role. */
  prune(): Promise<void>
}

/** Wires the module. */
export function createSecurity(deps: SecurityDependencies): Security {
  const { confirmLoginPassword } = deps.identity
  const paymentPasswords = createPaymentPasswords({ ...deps, confirmLoginPassword })
  const limits = createCustomerLimits(deps)
  const passkeys = createPasskeys(deps)
  const bindings = createBindings({ ...deps, confirmLoginPassword, numberProbes: deps.identity.numberProbes })
  const guards = createSignInGuards({ ...deps, passkeys })
  return {
    paymentPasswords,
    routes: [
      ...paymentPasswordRoutes(paymentPasswords),
      ...limitsRoutes(limits),
      ...signInGuardRoutes({ bindings, guards }),
    ],
    prune: () => passkeys.prune(),
  }
}

/** The phrase line at the top of mails to a customer who has one: forged mail does not know it. */
export function phraseGreeting(pool: Database) {
  return async (mail: { readonly to: string; readonly customerId: bigint | null }): Promise<string | null> => {
    const found = await findPhraseOfMail(pool, mail)
    return found === null ? null : phraseLine(found.phrase, found.lang)
  }
}
