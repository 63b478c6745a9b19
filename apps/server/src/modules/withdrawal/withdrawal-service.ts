import type {
  InputOf,
  OutputOf,
  RefusalOf,
  WithdrawalDetailView,
  WithdrawalQuoteView,
  WithdrawalState,
  WithdrawalView,
  transparencyServiceLevels,
  withdrawalCancel,
  withdrawalCreate,
  withdrawalQuote,
} from '@candor/api'
import { formatAmount, isSameAmount, parseAmount, subtract } from '@candor/money'
import type { Amount } from '@candor/money'
import type { Clock } from '../../platform/clock.ts'
import { idOf, isQuoteId } from '../../platform/ids.ts'
import { sharedInFlight } from '../../platform/in-flight.ts'
import type { Logger } from '../../platform/logger.ts'
import { ownRecords } from '../../platform/page.ts'
import type { Page, PageWanted } from '../../platform/page.ts'
import { remembered } from '../../platform/remembered.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { booked } from '../ledger/index.ts'
import type { Notifier } from '../messages/index.ts'
import type { PaymentPasswords, Totp } from '../security/index.ts'
import { readServiceLevels } from './service-levels-store.ts'
import {
  cancelWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  readQuote,
  readWithdrawal,
  requestWithdrawal,
} from './withdrawal-store.ts'
import type { Offer, Requested } from './withdrawal-store.ts'
import { withdrawalDetailView, withdrawalView } from './withdrawal.ts'
import type { WithdrawalRecord } from './withdrawal.ts'

/** Maximum age of cached service levels, which are public. */
const levelsAgeMs = 30_000

export interface WithdrawalDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly notifier: Notifier
  readonly paymentPasswords: Pick<PaymentPasswords, 'verify'>
  /** Verifies the code of the customer's authenticator; customers without one need none. */
  readonly secondStep: Totp['check']
}

type QuoteForm = InputOf<typeof withdrawalQuote>
type QuoteRefusal = RefusalOf<typeof withdrawalQuote> | 'account-disabled' | 'frequent-operations'
type CreateForm = InputOf<typeof withdrawalCreate>
type CreateRefusal = RefusalOf<typeof withdrawalCreate> | 'account-disabled' | 'conflict' | 'frequent-operations'
type CancelRefusal = RefusalOf<typeof withdrawalCancel> | 'conflict'
type Levels = OutputOf<typeof transparencyServiceLevels>

/** The customers' side of withdrawals, and their public figures. */
export interface WithdrawalService {
  quote(customerId: bigint, form: QuoteForm): Promise<Result<WithdrawalQuoteView, QuoteRefusal>>
  /**
   * Holds exactly what was quoted. A repeat of a request returns the first result; equal requests in flight share one
   * check of the password.
   */
  create(customerId: bigint, form: CreateForm): Promise<Result<WithdrawalDetailView, CreateRefusal>>
  /** Cancels before the first approval. A repeat returns the cancelled withdrawal. */
  cancel(
    customerId: bigint,
    form: InputOf<typeof withdrawalCancel>,
  ): Promise<Result<WithdrawalDetailView, CancelRefusal>>
  list(
    customerId: bigint,
    wanted: PageWanted & { readonly state: WithdrawalState | null },
  ): Promise<Page<WithdrawalView>>
  detail(customerId: bigint, id: string): Promise<Result<WithdrawalDetailView, 'not-found'>>
  serviceLevels(): Promise<Levels>
}

/** Makes the service of withdrawals. */
export function createWithdrawalService(deps: WithdrawalDependencies): WithdrawalService {
  const { pool, clock } = deps
  const levels = remembered(() => readServiceLevels(pool), levelsAgeMs, clock)

  return {
    quote: (customerId, form) => quote(pool, customerId, form),
    create: sharedInFlight((customerId: bigint, form: CreateForm) => create(deps, customerId, form)),
    async cancel(customerId, { requestId, id }) {
      const withdrawalId = idOf(id)
      if (withdrawalId === null) return refuse('not-found')
      const booking = { kind: 'withdrawal-cancelled', customerId, requestId }
      const state = await booked(deps.logger, booking, () =>
        cancelWithdrawal(pool, { customerId, requestId, withdrawalId }),
      )
      if (!state.ok) return state
      if (state.value === 'conflict' || state.value === 'not-found') return refuse(state.value)
      if (state.value !== 'cancelled') return refuse('transaction-closed')
      return ok(await announced(deps, withdrawalId))
    },
    list: ownRecords((wanted) => listWithdrawals(pool, wanted), {
      idOf: ({ withdrawalId }) => withdrawalId,
      viewOf: (record) => withdrawalView(record, clock.nowMs()),
    }),
    async detail(customerId, id) {
      const withdrawalId = idOf(id)
      const record = withdrawalId === null ? null : await readWithdrawal(pool, withdrawalId)
      if (record === null || record.customerId !== customerId) return refuse('not-found')
      return ok(withdrawalDetailView(record, clock.nowMs()))
    },
    serviceLevels: levels,
  }
}

async function quote(
  pool: Database,
  customerId: bigint,
  form: QuoteForm,
): Promise<Result<WithdrawalQuoteView, QuoteRefusal>> {
  const methodId = idOf(form.payoutMethodId)
  const amount = parseAmount(form.asset, form.amount)
  if (methodId === null) return refuse('not-found')
  if (amount === null) return refuse('wrong-amount')
  const offer = await quoteWithdrawal(pool, { customerId, amount, methodId })
  return offer.outcome === 'refused' ? quoteRefusal(offer) : ok(quoteView(form, amount, offer))
}

function quoteRefusal(offer: Extract<Offer, { outcome: 'refused' }>): Result<never, QuoteRefusal> {
  const { refusal, minimum, dailyLeft, untilMs } = offer
  if (refusal === 'cooling-down') return refuse(refusal, { untilMs })
  if (refusal === 'wrong-amount')
    return refuse(refusal, { minimum: formatAmount(minimum), dailyLeft: formatAmount(dailyLeft) })
  return refuse(refusal)
}

function quoteView(
  form: QuoteForm,
  amount: Amount,
  offer: Extract<Offer, { outcome: 'offered' }>,
): WithdrawalQuoteView {
  return {
    quoteId: offer.quoteId,
    asset: amount.asset,
    amount: formatAmount(amount),
    fee: formatAmount(offer.fee),
    arrival: formatAmount(subtract(amount, offer.fee)),
    payoutMethodId: form.payoutMethodId,
    minimum: formatAmount(offer.minimum),
    dailyLeft: formatAmount(offer.dailyLeft),
    needsTwoApprovals: offer.approvalsNeeded > 1,
    twoPersonThreshold: formatAmount(offer.twoPersonThreshold),
    reviewWithinMs: offer.reviewWithinMs,
    arrivalWithinMs: offer.arrivalWithinMs,
    promisedMs: offer.quotedMs + offer.reviewWithinMs + offer.arrivalWithinMs,
    expiresAtMs: offer.expiresMs,
  }
}

async function create(
  deps: WithdrawalDependencies,
  customerId: bigint,
  form: CreateForm,
): Promise<Result<WithdrawalDetailView, CreateRefusal>> {
  const { pool, paymentPasswords } = deps
  // Checked before the password: a missing or mismatched quote costs no attempt.
  const quoted = isQuoteId(form.quoteId) ? await readQuote(pool, customerId, form.quoteId) : null
  if (quoted === null || idOf(form.payoutMethodId) === null) return refuse('not-found')
  const [amount, fee] = [parseAmount(form.asset, form.amount), parseAmount(form.asset, form.fee)]
  const isAsQuoted =
    amount !== null &&
    fee !== null &&
    isSameAmount(quoted.amount, amount) &&
    isSameAmount(quoted.fee, fee) &&
    quoted.methodId === idOf(form.payoutMethodId)
  if (!isAsQuoted) return refuse('quote-changed')
  const verified = await paymentPasswords.verify(customerId, form.paymentPassword)
  if (!verified.ok) return verified
  // A repeat comes with a code that its first call has used up.
  const asksCode = !quoted.isUsed && quoted.amount.units >= quoted.twoPersonThreshold.units
  const proven = asksCode ? await deps.secondStep(customerId, form.totp) : ok(null)
  if (!proven.ok) return proven
  const { requestId, quoteId } = form
  const requested = await booked(deps.logger, { kind: 'withdrawal', customerId, requestId }, () =>
    requestWithdrawal(pool, { customerId, requestId, quoteId }),
  )
  if (!requested.ok) return requested
  const { value } = requested
  return 'withdrawalId' in value ? ok(await announced(deps, value.withdrawalId)) : createRefusal(value)
}

function createRefusal(answer: Exclude<Requested, { withdrawalId: bigint }>): Result<never, CreateRefusal> {
  return answer.outcome === 'cooling-down'
    ? refuse(answer.outcome, { untilMs: answer.untilMs })
    : refuse(answer.outcome)
}

/** Notifies the customer's sockets, and returns the withdrawal's current state. */
async function announced(deps: WithdrawalDependencies, withdrawalId: bigint): Promise<WithdrawalDetailView> {
  const record = await notifySockets(deps, withdrawalId)
  return withdrawalDetailView(record, deps.clock.nowMs())
}

/**
 * Notifies the customer's open sockets after a committed step. If notifying fails, the inbox still has it. Returns the
 * withdrawal.
 */
export async function notifySockets(
  { pool, notifier, logger }: Pick<WithdrawalDependencies, 'pool' | 'notifier' | 'logger'>,
  withdrawalId: bigint,
): Promise<WithdrawalRecord> {
  const record = await readWithdrawal(pool, withdrawalId)
  if (record === null) throw new Error(`there is no withdrawal ${withdrawalId}`)
  await notifier
    .announce(record.customerId, { kind: 'withdrawal', id: String(withdrawalId), state: record.state })
    .catch((error: unknown) => {
      logger.warn({ err: error }, 'a customer could not be notified of a withdrawal')
    })
  return record
}
