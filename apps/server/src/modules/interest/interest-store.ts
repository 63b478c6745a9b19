import type { TermState } from '@candor/api'
import { amount } from '@candor/money'
import type { Amount, Asset } from '@candor/money'
import type { Pool } from 'pg'
import type * as interest from '../../../database/rows/interest.ts'
import { knownName } from '../../platform/known-name.ts'
import type { OwnRecordsWanted } from '../../platform/page.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { assetOf, bookDue, firstDue, queryBooking } from '../ledger/index.ts'
import type { ProductRecord, TermRecord } from './interest.ts'

/** Refusals that the ledger decides. */
const termRefusals = [
  'account-disabled',
  'self-excluded',
  'kyc-not-completed',
  'not-found',
  'wrong-amount',
  'insufficient-balance',
  'not-covered',
  'transaction-closed',
  'conflict',
] as const
export type TermRefusal = (typeof termRefusals)[number]

/** The ledger's result: the order, or the reason there is none. */
export type TermOutcome = { readonly termId: bigint } | { readonly refusal: TermRefusal }

/**
 * Opens an order. Throws OutcomeUnknownError when the response was lost, LedgerHaltedError when the books are halted.
 */
export function openTerm(
  pool: Pool,
  wanted: { customerId: bigint; requestId: string; productId: bigint; amount: Amount },
): Promise<TermOutcome> {
  const { customerId, requestId, productId } = wanted
  return ask(pool, 'select outcome, order_id from interest.open_order($1, $2, $3, $4)', [
    customerId,
    requestId,
    productId,
    wanted.amount.units,
  ])
}

/** Redeems an order early. Throws like openTerm. */
export function redeemTerm(
  pool: Pool,
  wanted: { customerId: bigint; requestId: string; termId: bigint },
): Promise<TermOutcome> {
  const { customerId, requestId, termId } = wanted
  return ask(pool, 'select outcome, order_id from interest.redeem_order($1, $2, $3)', [customerId, requestId, termId])
}

async function ask(pool: Pool, text: string, values: unknown[]): Promise<TermOutcome> {
  const [answer] = await queryBooking<{ outcome: string; order_id: bigint | null }>(pool, { text, values })
  if (answer === undefined) throw new Error('the ledger did not answer')
  const { outcome, order_id: termId } = answer
  if (outcome === 'opened' || outcome === 'redeemed' || outcome === 'repeated') {
    if (termId === null) throw new Error(`an interest order is ${outcome} without a number`)
    return { termId }
  }
  return { refusal: knownName(termRefusals, outcome, 'answer to an interest order') }
}

/** An order that was paid back with its interest. */
export interface MaturedTerm {
  readonly termId: bigint
  readonly customerId: bigint
}

/** Pays due orders of a stripe back in one batch. */
export const matureTerms = bookDue(
  'select * from interest.mature_orders($1, $2, $3)',
  (row: Known<interest.MaturityRow>): MaturedTerm => ({ termId: row.order_id, customerId: row.customer_id }),
)

/** The order that matureTerms would start with, or null when none is due. */
export const readFirstDueTerm = firstDue('interest.due_orders')

/** Stripes with orders that are due. */
export async function readDueStripes(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<Pick<interest.InterestOrderRow, 'stripe'>>({
    name: 'due-interest-stripes',
    text: `select stripe from ledger.stripe as s where exists (
       select from interest.interest_order as t where t.stripe = s.stripe and t.state = 'earning'
         and t.expires_ms <= (select clock.now_ms()))
     order by stripe`,
  })
  return rows.map((row) => row.stripe)
}

/** The newest version of every product, shortest first. */
export async function listProducts(pool: Pool): Promise<ProductRecord[]> {
  const { rows } = await pool.query<
    Pick<
      interest.InterestProductRow,
      'product_id' | 'asset' | 'duration_ms' | 'daily_rate_ppm' | 'minimum' | 'maximum' | 'is_open'
    > & { readonly coverage_left: bigint }
  >(
    `select p.*, (select sum(posted - held)::bigint from ledger.balance as a where a.kind = 'interest'
      and a.asset = p.asset) as coverage_left
     from (select distinct on (asset, duration_ms) * from interest.interest_product order by asset, duration_ms,
       version desc) as p
     order by duration_ms, asset`,
  )
  return rows.map((row) => {
    const asset = assetOf(row.asset)
    return {
      productId: row.product_id,
      durationMs: Number(row.duration_ms),
      dailyRatePpm: row.daily_rate_ppm,
      minimum: amount(asset, row.minimum),
      maximum: amount(asset, row.maximum),
      isOpen: row.is_open,
      coverageLeft: amount(asset, row.coverage_left),
    }
  })
}

/** The smallest and largest order of a product; null for an unknown product. */
export async function readBounds(
  pool: Pool,
  productId: bigint,
): Promise<Pick<ProductRecord, 'minimum' | 'maximum'> | null> {
  const { rows } = await pool.query<Pick<interest.InterestProductRow, 'asset' | 'minimum' | 'maximum'>>(
    'select asset, minimum, maximum from interest.interest_product where product_id = $1',
    [productId],
  )
  const [row] = rows
  if (row === undefined) return null
  const asset = assetOf(row.asset)
  return { minimum: amount(asset, row.minimum), maximum: amount(asset, row.maximum) }
}

type TermRow = Pick<
  interest.InterestOrderRow,
  | 'order_id'
  | 'customer_id'
  | 'product_id'
  | 'asset'
  | 'amount'
  | 'duration_ms'
  | 'daily_rate_ppm'
  | 'interest'
  | 'state'
  | 'start_ms'
  | 'expires_ms'
  | 'ended_ms'
>

/** An order by its number, or null. */
export async function readTerm(pool: Pool, termId: bigint): Promise<TermRecord | null> {
  const { rows } = await pool.query<TermRow>('select * from interest.interest_order where order_id = $1', [termId])
  const [row] = rows
  return row === undefined ? null : recordOf(row)
}

/** Orders of a customer below `before`, newest first. */
export async function listTerms(pool: Pool, wanted: OwnRecordsWanted<TermState>): Promise<TermRecord[]> {
  const { rows } = await pool.query<TermRow>(
    `select * from interest.interest_order where customer_id = $1 and ($2::bigint is null or order_id < $2)
       and ($3::text is null or (state = 'earning') = ($3 = 'earning')) order by order_id desc limit $4`,
    [wanted.customerId, wanted.before, wanted.state, wanted.limit],
  )
  return rows.map(recordOf)
}

/** A customer's orders in an asset, and the interest paid on them. */
export interface TermSums {
  readonly asset: Asset
  readonly invested: Amount
  readonly expected: Amount
  readonly earned: Amount
}

/** The sums of a customer, of each asset. */
export async function readTermSums(pool: Pool, customerId: bigint): Promise<TermSums[]> {
  const { rows } = await pool.query<
    Pick<interest.InterestOrderRow, 'asset'> & {
      readonly invested: bigint
      readonly expected: bigint
      readonly earned: bigint
    }
  >(
    `select asset, coalesce(sum(amount) filter (where state = 'earning'), 0)::bigint as invested,
       coalesce(sum(interest) filter (where state = 'earning'), 0)::bigint as expected,
       coalesce(sum(interest) filter (where state = 'matured'), 0)::bigint as earned
     from interest.interest_order where customer_id = $1 group by asset`,
    [customerId],
  )
  const found = new Map(rows.map((row) => [assetOf(row.asset), row]))
  return (['USD', 'USDT'] as const).map((asset) => {
    const row = found.get(asset)
    return {
      asset,
      invested: amount(asset, row?.invested ?? 0n),
      expected: amount(asset, row?.expected ?? 0n),
      earned: amount(asset, row?.earned ?? 0n),
    }
  })
}

function recordOf(row: TermRow): TermRecord {
  const asset = assetOf(row.asset)
  return {
    termId: row.order_id,
    customerId: row.customer_id,
    productId: row.product_id,
    amount: amount(asset, row.amount),
    durationMs: Number(row.duration_ms),
    dailyRatePpm: row.daily_rate_ppm,
    interest: amount(asset, row.interest),
    state: row.state,
    startMs: Number(row.start_ms),
    expiresMs: Number(row.expires_ms),
    endedMs: numberOrNull(row.ended_ms),
  }
}
