import type { InputOf, OutputOf, RefusalOf, securityClose, securityClosing } from '@candor/api'
import { formatAmount, parseUnitsOf } from '@candor/money'
import type { Amount } from '@candor/money'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { enqueueMail, mailText } from '../../platform/mail/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import { findCustomer, mailTime } from '../identity/index.ts'
import type { Identity } from '../identity/index.ts'
import { LedgerHaltedError } from '../ledger/index.ts'
import { closeAccount, readOpenItems } from './closing-store.ts'
import type { Closed, OpenItems, SmallBalances } from './closing-store.ts'

type CloseForm = InputOf<typeof securityClose>
type CloseRefusal = RefusalOf<typeof securityClose> | 'account-disabled' | 'frequent-operations'

export interface ClosingDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly identity: Pick<Identity, 'confirmLoginPassword' | 'announceEnded'>
  /** Requires the second factor of a customer who has one. */
  secondStep(
    customerId: bigint,
    totp: string | undefined,
  ): Promise<Result<null, 'totp-required' | 'wrong-totp' | 'frequent-operations'>>
}

/** Closing an account for its customer. */
export interface ClosingService {
  /** What is left in the account. */
  state(customerId: bigint): Promise<OutputOf<typeof securityClosing>>
  /** Closes the account for good, and ends every session. */
  close(customerId: bigint, form: CloseForm): Promise<Result<null, CloseRefusal>>
}

/** Makes the service. */
export function createClosingService(deps: ClosingDependencies): ClosingService {
  return {
    state: async (customerId) => closingView(await readOpenItems(deps.pool, customerId)),
    close: (customerId, form) => close(deps, customerId, form),
  }
}

function closingView({ open, balances, smallBalances }: OpenItems): OutputOf<typeof securityClosing> {
  return {
    open: open.map(({ kind, count }) => ({ kind, count: Number(count) })),
    balances: balances.map(balanceView),
    smallBalances: smallBalances.map(balanceView),
  }
}

function balanceView(balance: Amount) {
  return { asset: balance.asset, amount: formatAmount(balance) }
}

async function close(
  deps: ClosingDependencies,
  customerId: bigint,
  form: CloseForm,
): Promise<Result<null, CloseRefusal>> {
  const seen = { USD: parseUnitsOf('USD', form.giveUpUsd), USDT: parseUnitsOf('USDT', form.giveUpUsdt) }
  if (seen.USD === null || seen.USDT === null) return refuse('balance-changed')
  // Before the password: an account that cannot be closed costs no attempt and no code.
  const { open, balances } = await readOpenItems(deps.pool, customerId)
  if (open.length + balances.length > 0) return refuse('account-not-empty')
  const confirmed = await deps.identity.confirmLoginPassword(customerId, form.loginPassword)
  if (!confirmed.ok) return confirmed
  const proven = await deps.secondStep(customerId, form.totp)
  if (!proven.ok) return proven
  const closed = await closeAndTell(deps, customerId, { USD: seen.USD, USDT: seen.USDT })
  if (closed.outcome !== 'closed') return refuse(closed.outcome)
  deps.identity.announceEnded(customerId, closed.sessions)
  return ok(null)
}

/** Closes the account and enqueues the mail about it, in one transaction. */
async function closeAndTell(
  { pool, clock, logger }: ClosingDependencies,
  customerId: bigint,
  seen: SmallBalances,
): Promise<Closed | { readonly outcome: 'books-halted' }> {
  try {
    return await withTransaction(pool, async (client) => {
      const closed = await closeAccount(client, customerId, seen)
      const customer = await findCustomer(client, customerId)
      if (closed.outcome !== 'closed' || customer === null || customer.email === null) return closed
      const time = mailTime(clock.nowMs())
      await enqueueMail(client, {
        to: customer.email,
        customerId: String(customerId),
        subject: mailText(customer.lang, 'account-closed.subject'),
        text: `${mailText(customer.lang, 'account-closed.text', { time })}\n`,
      })
      return closed
    })
  } catch (error) {
    if (!(error instanceof LedgerHaltedError)) throw error
    logger.warn({ err: error, customerId: String(customerId) }, 'closing an account refused: the books are halted')
    return { outcome: 'books-halted' }
  }
}
