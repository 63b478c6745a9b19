import { amount } from '@candor/money'
import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import { queryBatch } from '../ledger/index.ts'
import { placingRefusals } from './placement.ts'
import type { Acceptance, OrderRequest, Placement, PlacingRefusal } from './placement.ts'

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
  const rows = await queryBatch<PlacementCells>(pool, {
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
  if (!isPlacingRefusal(outcome)) throw new Error(`unknown outcome of placing: ${outcome}`)
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

function isPlacingRefusal(outcome: string): outcome is PlacingRefusal {
  return placingRefusals.some((name) => name === outcome)
}

/** Forgets refusals older than 24 hours. */
export async function forgetRefusals(pool: Pool): Promise<void> {
  await pool.query('select contract.forget_refusals()')
}
