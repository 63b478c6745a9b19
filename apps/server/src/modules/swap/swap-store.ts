import { amount } from '@candor/money'
import type { Amount, Price } from '@candor/money'
import type { Pool } from 'pg'
import type * as market from '../../../database/rows/market.ts'
import type * as swap from '../../../database/rows/swap.ts'
import { knownName } from '../../platform/known-name.ts'
import { onlyRow } from '../../platform/only-row.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { amountOf, assetCode, assetOf, queryBooking } from '../ledger/index.ts'
import { otherAsset } from './swap.ts'
import type { DirectionTerms, SwapRecord } from './swap.ts'

/** The current terms of both directions, USD first, and the price of now, which may be missing. */
export async function readSwapTerms(pool: Pool): Promise<{ directions: DirectionTerms[]; price: Price | null }> {
  const { rows } = await pool.query<
    Pick<swap.SwapTermsRow, 'from_asset' | 'minimum' | 'is_whole_number' | 'spread_bps'> & market.UsdtPriceResult
  >(
    `select distinct on (from_asset) from_asset, minimum, is_whole_number, spread_bps, ticks, decimals
     from swap.swap_terms left join market.usdt_price() on true order by from_asset, version desc`,
  )
  const { ticks = null, decimals = null } = rows[0] ?? {}
  return {
    directions: rows.map((row) => ({
      minimum: amountOf(row.from_asset, row.minimum),
      isWholeNumber: row.is_whole_number,
      spreadBps: row.spread_bps,
    })),
    price: ticks === null || decimals === null ? null : { ticks, decimals },
  }
}

const quoteRefusals = ['account-disabled', 'wrong-amount', 'market-stale', 'not-covered'] as const

/** The ledger's offer for a swap, or the reason for its refusal. */
export type Offer =
  | ({
      readonly outcome: 'offered'
      readonly quoteId: string
      readonly expiresMs: number
      readonly validMs: number
    } & Omit<SwapRecord, 'swapId' | 'atMs'>)
  | {
      readonly outcome: 'refused'
      readonly refusal: (typeof quoteRefusals)[number]
      readonly minimum: Amount
      readonly isWholeNumber: boolean
    }

type OfferRow = Known<
  swap.SwapOfferRow,
  | 'receives'
  | 'spread'
  | 'rate_ticks'
  | 'rate_decimals'
  | 'spread_bps'
  | 'minimum'
  | 'is_whole_number'
  | 'expires_ms'
  | 'quote_ms'
>

/** Quotes a swap; replaces the previous quote of the same direction. */
export async function quoteSwap(pool: Pool, wanted: { customerId: bigint; gives: Amount }): Promise<Offer> {
  const { customerId, gives } = wanted
  const { rows } = await pool.query<OfferRow>('select * from swap.quote_swap($1, $2, $3)', [
    customerId,
    assetCode(gives.asset),
    gives.units,
  ])
  const row = onlyRow(rows, 'swap.quote_swap')
  if (row.refusal !== null) {
    const refusal = knownName(quoteRefusals, row.refusal, 'refusal of a swap')
    const minimum = amount(gives.asset, row.minimum)
    return { outcome: 'refused', refusal, minimum, isWholeNumber: row.is_whole_number }
  }
  if (row.quote_id === null) throw new Error('a quote has no id')
  return {
    outcome: 'offered',
    quoteId: row.quote_id,
    gives,
    receives: amount(otherAsset(gives.asset), row.receives),
    spread: amount(gives.asset, row.spread),
    price: { ticks: row.rate_ticks, decimals: row.rate_decimals },
    spreadBps: row.spread_bps,
    expiresMs: Number(row.expires_ms),
    validMs: Number(row.quote_ms),
  }
}

const executeRefusals = [
  'account-disabled',
  'insufficient-balance',
  'quote-expired',
  'market-stale',
  'not-covered',
  'conflict',
] as const

/** The ledger's result for a request. */
export type Executed =
  | { readonly outcome: 'swapped' | 'repeated'; readonly swapId: bigint }
  | { readonly outcome: (typeof executeRefusals)[number] }

/**
 * Executes a quote. Throws OutcomeUnknownError when the response was lost, and LedgerHaltedError when the books are
 * halted.
 */
export async function executeSwap(
  pool: Pool,
  wanted: { customerId: bigint; requestId: string; quoteId: string },
): Promise<Executed> {
  const { customerId, requestId, quoteId } = wanted
  const rows = await queryBooking<Known<swap.SwapAnswerRow, 'outcome'>>(pool, {
    text: 'select * from swap.execute_swap($1, $2, $3)',
    values: [customerId, requestId, quoteId],
  })
  const row = onlyRow(rows, 'swap.execute_swap')
  if (row.outcome !== 'swapped' && row.outcome !== 'repeated')
    return { outcome: knownName(executeRefusals, row.outcome, 'refusal of a swap') }
  if (row.swap_id === null) throw new Error(`a swap is ${row.outcome} without a number`)
  return { outcome: row.outcome, swapId: row.swap_id }
}

type SwapRow = Pick<
  swap.SwapRow,
  'swap_id' | 'from_asset' | 'gives' | 'receives' | 'spread' | 'spread_bps' | 'rate_ticks' | 'rate_decimals' | 'at_ms'
>

const columns = 'swap_id, from_asset, gives, receives, spread, spread_bps, rate_ticks, rate_decimals, at_ms'

/** A customer's swap by id, or null. */
export async function readSwap(pool: Pool, customerId: bigint, swapId: bigint): Promise<SwapRecord | null> {
  const { rows } = await pool.query<SwapRow>(
    `select ${columns} from swap.swap where swap_id = $1 and customer_id = $2`,
    [swapId, customerId],
  )
  return rows[0] === undefined ? null : recordOf(rows[0])
}

/** Swaps of a customer below `before`, newest first. */
export async function listSwaps(
  pool: Pool,
  wanted: { customerId: bigint; before: bigint | null; limit: number },
): Promise<SwapRecord[]> {
  const { rows } = await pool.query<SwapRow>(
    `select ${columns} from swap.swap where customer_id = $1 and ($2::bigint is null or swap_id < $2)
      order by swap_id desc limit $3`,
    [wanted.customerId, wanted.before, wanted.limit],
  )
  return rows.map(recordOf)
}

function recordOf(row: SwapRow): SwapRecord {
  const from = assetOf(row.from_asset)
  return {
    swapId: row.swap_id,
    gives: amount(from, row.gives),
    receives: amount(otherAsset(from), row.receives),
    spread: amount(from, row.spread),
    price: { ticks: row.rate_ticks, decimals: row.rate_decimals },
    spreadBps: row.spread_bps,
    atMs: Number(row.at_ms),
  }
}
