import { amount, formatUnits } from '@candor/money'
import type { Amount, Asset } from '@candor/money'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'
import type * as ledger from '../../../database/rows/ledger.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { withTransaction } from '../../platform/postgres/pool.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import { traced } from '../../platform/tracing.ts'
import { OutcomeUnknownError, bookingFailure, queryInTransaction } from './booking-failure-store.ts'
import { assetCode, assetOf, placementRefusals } from './ledger.ts'
import type { Acceptance, Balance, OrderRequest, Placement, PlacementRefusal, SettledOrder } from './ledger.ts'

/** A stripe of the house: placing on one does not wait for another of the same asset. */
export interface Stripe {
  readonly stripe: number
  readonly asset: Asset
  readonly isHalted: boolean
}

/** accepted_ms, entry_slot, fee, profit, placed_seq. */
type AcceptanceCells = [bigint | null, bigint | null, bigint | null, bigint | null, bigint | null]

/**
 * outcome, order_id, opens_ms and the acceptance. Rows of a batch come as arrays, which cost the driver less than
 * objects.
 */
type PlacementCells = [string, bigint | null, bigint | null, ...AcceptanceCells]

/**
 * Places requests of one asset on a stripe, in one batch and in order. Request keys must be unique. Throws
 * OutcomeUnknownError when the response was lost, LedgerHaltedError when the stripe is halted, and BatchRolledBackError
 * when PostgreSQL refused the batch.
 */
export async function placeOrders(
  pool: Pool,
  batch: { stripe: number; requests: readonly OrderRequest[]; isLastStripe: boolean },
): Promise<Placement[]> {
  const { requests } = batch
  const client = await pool.connect()
  const rows = await runOnce<PlacementCells>(client, {
    name: 'ledger-place-orders',
    text: `select outcome, order_id, opens_ms, accepted_ms, entry_slot, fee, profit, placed_seq
      from contract.place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) order by request_index`,
    rowMode: 'array',
    values: [
      batch.stripe,
      arrayText(requests, (request) => request.customerId),
      arrayText(requests, (request) => request.requestId),
      arrayText(requests, (request) => request.instrumentId),
      arrayText(requests, (request) => request.durationSlots),
      arrayText(requests, (request) => request.termsId),
      arrayText(requests, (request) => request.direction),
      arrayText(requests, (request) => request.stake.units),
      arrayText(requests, (request) => request.seenSlot),
      batch.isLastStripe,
    ],
  })
  if (rows.length !== requests.length)
    throw new Error(`placed ${requests.length} requests and got ${rows.length} answers`)
  return rows.map((cells, index) => placementOf(cells, requests[index]))
}

/** An array literal of numbers and names, which need no quotes. The driver would escape each item. */
function arrayText(
  requests: readonly OrderRequest[],
  itemOf: (request: OrderRequest) => bigint | number | string,
): string {
  let text = ''
  for (const request of requests) {
    const item = itemOf(request)
    if (typeof item === 'string' && !plainItem.test(item))
      throw new Error('an item of an array is neither a number nor a name')
    text += text === '' ? `${item}` : `,${item}`
  }
  return `{${text}}`
}

const plainItem = /^[\w-]+$/

/** Settles up to `limit` due orders of a stripe in one batch, without those `skipped`. Throws like placeOrders. */
export async function settleDue(
  pool: Pool,
  stripe: number,
  limit: number,
  skipped: readonly bigint[] = [],
): Promise<SettledOrder[]> {
  const client = await pool.connect()
  const rows = await runOnce<Known<contract.SettlementRow, 'order_id' | 'customer_id' | 'result'>>(client, {
    name: 'ledger-settle-due',
    text: 'select order_id, customer_id, result, void_reason from contract.settle_due($1, $2, $3)',
    values: [stripe, limit, skipped],
  })
  return rows.map((row) => ({
    orderId: row.order_id,
    customerId: row.customer_id,
    result: row.result,
    voidReason: row.void_reason,
  }))
}

/** The order that settleDue would start with, or null when none is due. */
export async function readFirstDue(pool: Pool, stripe: number, skipped: readonly bigint[]): Promise<bigint | null> {
  const [first] = await callRoutine<bigint[]>(pool, 'contract.decided_orders', stripe, 1, skipped)
  return first ?? null
}

const inPostgres = { attributes: { 'db.system.name': 'postgresql' } }

/** Runs one booking statement, and throws its error as classified by bookingFailure. */
async function runOnce<Row extends QueryResultRow | unknown[]>(
  client: PoolClient,
  query: { name: string; text: string; values: unknown[]; rowMode?: 'array' },
): Promise<Row[]> {
  // A broken connection also emits 'error'; we handle the query's rejection, so ignore the event.
  client.on('error', ignore)
  try {
    const { rows } = await traced(query.name, () => client.query<Row>(query), inPostgres)
    client.off('error', ignore).release()
    return rows
  } catch (error) {
    const failure = bookingFailure(error)
    // A discarded connection may emit errors until it has closed: it keeps its listener.
    const isLost = failure instanceof OutcomeUnknownError
    if (!isLost) client.off('error', ignore)
    client.release(isLost)
    throw failure
  }
}

function ignore(): void {}

function placementOf(
  [outcome, orderId, opensMs, ...acceptance]: PlacementCells,
  request: OrderRequest | undefined,
): Placement {
  if (outcome === 'accepted' || outcome === 'repeated') {
    if (orderId === null || request === undefined) throw new Error(`an order is ${outcome} without an id or a request`)
    return outcome === 'accepted'
      ? { outcome, orderId, ...acceptanceOf(acceptance, request.stake.asset) }
      : { outcome, orderId }
  }
  if (outcome === 'stripe-limit') return { outcome }
  if (!isPlacementRefusal(outcome)) throw new Error(`unknown outcome of placing: ${outcome}`)
  return { outcome, opensMs: numberOrNull(opensMs) }
}

function acceptanceOf([acceptedMs, entrySlot, fee, profit, seq]: AcceptanceCells, asset: Asset): Acceptance {
  if (acceptedMs === null || entrySlot === null || fee === null || profit === null || seq === null)
    throw new Error('an order is accepted without its time, amounts and batch')
  return {
    acceptedMs: Number(acceptedMs),
    entrySlot: Number(entrySlot),
    fee: amount(asset, fee),
    profit: amount(asset, profit),
    placedSeq: Number(seq),
  }
}

function isPlacementRefusal(outcome: string): outcome is PlacementRefusal {
  return placementRefusals.some((name) => name === outcome)
}

/**
 * Opens a customer's accounts, with the configured opening balance. Idempotent. Must come last in its transaction.
 * Throws LedgerHaltedError where the books are halted.
 */
export async function openCustomer(client: Pool | PoolClient, customerId: bigint): Promise<void> {
  await queryInTransaction(client, { text: 'select ledger.open_customer($1)', values: [customerId] })
}

/** The stripes of the house. */
export async function readStripes(pool: Pool): Promise<Stripe[]> {
  const { rows } = await pool.query<Pick<ledger.StripeRow, 'stripe' | 'asset'> & { readonly is_halted: boolean }>(
    'select stripe, asset, halted_reason is not null as is_halted from ledger.stripe order by stripe',
  )
  return rows.map((row) => ({ stripe: row.stripe, asset: assetOf(row.asset), isHalted: row.is_halted }))
}

/** Both balances of each customer, USD first: one walk over their accounts and one over their pending withdrawals. */
export async function readBalances(pool: Pool, customerIds: readonly bigint[]): Promise<Balance[]> {
  const { rows } = await pool.query<[bigint, number, bigint, bigint, bigint, bigint, bigint, bigint]>({
    name: 'ledger-read-balances',
    rowMode: 'array',
    text: `with own as materialized (
        select owner_id, asset, min(account_id) filter (where kind = 'available') as account_id,
          coalesce(sum(posted - held) filter (where kind = 'available'), 0)::bigint as available,
          coalesce(sum(held) filter (where kind = 'available'), 0)::bigint as held,
          coalesce(sum(posted) filter (where kind = 'escrow'), 0)::bigint as escrow,
          coalesce(sum(posted) filter (where kind = 'invested'), 0)::bigint as term,
          sum(version)::bigint as version
        from ledger.balance
        where owner_id = any($1::bigint[]) and owner_id > 0 and kind in ('available', 'escrow', 'invested')
        group by owner_id, asset
      ), pending as materialized (
        select account_id, sum(amount)::bigint as amount from withdrawal.withdrawal
        where state in ('under-review', 'approved', 'sent') and account_id = any(array(select account_id from own))
        group by account_id
      )
      select owner_id, asset, available, held, coalesce(amount, 0), escrow, term, version
      from own left join pending using (account_id) order by owner_id, asset`,
    values: [customerIds],
  })
  return rows.map(([customerId, code, available, held, withdrawing, escrow, term, version]) => {
    const asset = assetOf(code)
    return {
      customerId,
      asset,
      available: amount(asset, available),
      held: amount(asset, held),
      withdrawing: amount(asset, withdrawing),
      escrow: amount(asset, escrow),
      term: amount(asset, term),
      version,
    }
  })
}

/**
 * Creates the day partitions of entries ahead of time, and forgets refusals older than 24 hours. Run at start and
 * daily.
 */
export async function keepLedgerHouse(pool: Pool, daysAhead: number): Promise<void> {
  await pool.query('select ledger.prepare_entry_days($1)', [daysAhead])
  await pool.query('select contract.forget_refusals()')
}

/** Stops placing and settling on a stripe, or on all (null). Only the owner of the database can undo it. */
export async function haltLedger(pool: Pool, stripe: number | null, reason: string): Promise<void> {
  await pool.query('select ledger.halt($1, $2)', [stripe, reason])
}

/** Lets every halted stripe write again. As the owner only, after a clean check. */
export async function resumeLedger(owner: Pool): Promise<void> {
  await owner.query('select ledger.resume()')
}

/** What capital is for: payouts of contracts, exchange in swaps, or interest. */
export type CapitalPurpose = 'bankroll' | 'fx' | 'interest'

/**
 * Books capital that the operator has paid in, and writes it to the audit, in one transaction. A reference counts once.
 * Returns whether this call booked it. As the owner only. Throws where the reference stands for other capital.
 */
export async function payInCapital(
  owner: Pool,
  { reference, purpose, paidIn }: { reference: string; purpose: CapitalPurpose; paidIn: Amount },
): Promise<boolean> {
  return withTransaction(owner, async (client) => {
    const { rows } = await client.query<{ booked: boolean }>(
      'select ledger.pay_in_capital($1, $2::ledger.account_kind, $3::smallint, $4::bigint) as booked',
      [reference, purpose, assetCode(paidIn.asset), paidIn.units],
    )
    const isBooked = rows[0]?.booked === true
    if (isBooked)
      await client.query("select audit.write(null, 'owner', 'house.funded', 'house:' || $1, '', $2, 'database')", [
        purpose,
        JSON.stringify({ reference, asset: paidIn.asset, amount: formatUnits(paidIn.units) }),
      ])
    return isBooked
  })
}

/** Funds the house and sets the opening balance of a sandbox. As the owner only; idempotent. */
export async function openSandboxBooks(owner: Pool): Promise<void> {
  await owner.query('select ledger.open_sandbox_books()')
}
