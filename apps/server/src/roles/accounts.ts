import { createCodes } from '../modules/codes/index.ts'
import { createIdentity, createPasswordQueues, hasAccount } from '../modules/identity/index.ts'
import { readShownName } from '../modules/invite/index.ts'
import { createElsewhere, stopRecovery } from '../modules/kyc/index.ts'
import { createConsents, legalRoutes } from '../modules/legal/index.ts'
import { openCustomer } from '../modules/ledger/index.ts'
import { createSecurity, createTotp, withdrawalHold } from '../modules/security/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Shared } from './shared.ts'

export type Accounts = ReturnType<typeof openAccounts>

/** The customers' accounts and what guards them. */
export function openAccounts({ config, pool, bus, notifier, limitShare, sharedNames, logger, passwordCost }: Shared) {
  const { secret, formerSecrets, mode } = config
  const passwordLength = config.passwordLength === '6-16' ? { min: 6, max: 16 } : { min: 8, max: 64 }
  const passwords = createPasswordQueues(undefined, passwordCost)
  const own = { pool, bus, logger, clock: systemClock, secret, formerSecrets, mode }
  const common = { ...own, stopRecovery, limitShare, sharedNames }
  const codes = createCodes({ ...common, hasAccount: (email) => hasAccount(pool, email) })
  const totp = createTotp(common)
  const holdWithdrawals = withdrawalHold(mode)
  const onInvited = (inviterId: bigint, code: string) => {
    notifier.announce(inviterId, { kind: 'invite', id: code, state: 'registered' }).catch((error: unknown) => {
      logger.error({ err: error }, 'notifying an inviter of a registration failed')
    })
  }
  const consents = createConsents(pool, systemClock)
  const isElsewhere = createElsewhere(pool, config.countries)
  const identity = createIdentity({
    ...common,
    passwords,
    passwordLength,
    codes,
    openAccounts: openCustomer,
    consents,
    shownNameOf: (customerId) => readShownName(pool, customerId),
    onInvited,
    secondStep: totp.check,
    holdWithdrawals,
  })
  const security = createSecurity({ ...common, passwords: passwords.known, codes, identity, totp })
  const { paymentPasswords } = security
  const routes = [...codes.routes, ...identity.routes, ...security.routes, ...legalRoutes(pool, consents)]
  const prune = () => Promise.all([codes.prune(), identity.prune(), security.prune()])
  return { codes, identity, consents, isElsewhere, secondStep: totp.check, paymentPasswords, routes, prune }
}
