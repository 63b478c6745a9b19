import type {
  InputOf,
  InterestProductView,
  OutputOf,
  RefusalOf,
  TermState,
  TermView,
  interestOpen,
  interestRedeem,
  interestSummary,
} from '@candor/api'
import { formatAmount, parseAmount } from '@candor/money'
import { idOf } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { ownRecords } from '../../platform/page.ts'
import type { Page, PageWanted } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { booked } from '../ledger/index.ts'
import type { Notifier } from '../messages/index.ts'
import { listProducts, listTerms, openTerm, readBounds, readTerm, readTermSums, redeemTerm } from './interest-store.ts'
import { productView, termView } from './interest.ts'
import type { TermRecord } from './interest.ts'

export interface InterestDependencies {
  readonly pool: Database
  readonly logger: Logger
  readonly notifier: Notifier
}

type OpenForm = InputOf<typeof interestOpen>
type OpenRefusal = RefusalOf<typeof interestOpen> | 'account-disabled' | 'conflict'
type RedeemForm = InputOf<typeof interestRedeem>
type RedeemRefusal = RefusalOf<typeof interestRedeem> | 'account-disabled' | 'conflict'

/** The interest wallet, as customers use it. */
export interface InterestService {
  products(): Promise<InterestProductView[]>
  summary(customerId: bigint): Promise<OutputOf<typeof interestSummary>>
  /** Opens an order. A repeated request returns the same order. */
  open(customerId: bigint, form: OpenForm): Promise<Result<TermView, OpenRefusal>>
  /** Redeems an order early. A repeated request returns the same order. */
  redeem(customerId: bigint, form: RedeemForm): Promise<Result<TermView, RedeemRefusal>>
  list(customerId: bigint, wanted: PageWanted & { readonly state: TermState | null }): Promise<Page<TermView>>
  detail(customerId: bigint, id: string): Promise<Result<TermView, 'not-found'>>
}

/** Makes the service of the interest wallet. */
export function createInterestService(deps: InterestDependencies): InterestService {
  const { pool } = deps
  return {
    products: async () => (await listProducts(pool)).map(productView),
    summary: async (customerId) => {
      const sums = await readTermSums(pool, customerId)
      return {
        items: sums.map(({ asset, invested, expected, earned }) => ({
          asset,
          invested: formatAmount(invested),
          expected: formatAmount(expected),
          earned: formatAmount(earned),
        })),
      }
    },
    open: (customerId, form) => open(deps, customerId, form),
    redeem: (customerId, form) => redeem(deps, customerId, form),
    list: ownRecords((wanted) => listTerms(pool, wanted), { idOf: ({ termId }) => termId, viewOf: termView }),
    async detail(customerId, id) {
      const termId = idOf(id)
      const record = termId === null ? null : await readTerm(pool, termId)
      return record === null || record.customerId !== customerId ? refuse('not-found') : ok(termView(record))
    },
  }
}

async function open(
  deps: InterestDependencies,
  customerId: bigint,
  form: OpenForm,
): Promise<Result<TermView, OpenRefusal>> {
  const { pool } = deps
  const { requestId } = form
  const productId = idOf(form.productId)
  const bounds = productId === null ? null : await readBounds(pool, productId)
  if (productId === null || bounds === null) return refuse('not-found')
  const { minimum, maximum } = bounds
  const wrongAmount = () => refuse('wrong-amount', { min: formatAmount(minimum), max: formatAmount(maximum) })
  const amount = parseAmount(minimum.asset, form.amount)
  if (amount === null) return wrongAmount()
  const opened = await booked(deps.logger, { kind: 'interest-order', customerId, requestId }, () =>
    openTerm(pool, { customerId, requestId, productId, amount }),
  )
  if (!opened.ok) return opened
  const { value } = opened
  if ('termId' in value) return ok(termView(await announced(deps, value.termId)))
  return value.refusal === 'wrong-amount' ? wrongAmount() : refuse(value.refusal)
}

async function redeem(
  deps: InterestDependencies,
  customerId: bigint,
  form: RedeemForm,
): Promise<Result<TermView, RedeemRefusal>> {
  const termId = idOf(form.id)
  if (termId === null) return refuse('not-found')
  const { requestId } = form
  const redeemed = await booked(deps.logger, { kind: 'interest-redemption', customerId, requestId }, () =>
    redeemTerm(deps.pool, { customerId, requestId, termId }),
  )
  if (!redeemed.ok) return redeemed
  const { value } = redeemed
  if ('termId' in value) return ok(termView(await announced(deps, value.termId)))
  const { refusal } = value
  if (refusal === 'not-found' || refusal === 'transaction-closed' || refusal === 'conflict') return refuse(refusal)
  throw new Error(`taking an interest order out is refused with ${refusal}`)
}

/** The order after a committed step, also published to the customer's sockets. */
async function announced(deps: InterestDependencies, termId: bigint): Promise<TermRecord> {
  const record = await readTerm(deps.pool, termId)
  if (record === null) throw new Error(`there is no interest order ${termId}`)
  await notifySockets(deps, record, record.state === 'earning' ? 'earning' : 'expired')
  return record
}

/** Notifies the customer's open sockets. If that fails, the ledger and the inbox still have it. */
export async function notifySockets(
  { notifier, logger }: Pick<InterestDependencies, 'notifier' | 'logger'>,
  { customerId, termId }: { readonly customerId: bigint; readonly termId: bigint },
  state: TermState,
): Promise<void> {
  await notifier.announce(customerId, { kind: 'term', id: String(termId), state }).catch((error: unknown) => {
    logger.warn({ err: error }, 'a customer could not be notified of an interest order')
  })
}
