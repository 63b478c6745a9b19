import type { haltReason, HaltView } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as z from 'zod/mini'
import type * as market from '../../../database/rows/market.ts'
import { callRoutine, operatorRoutine, routine } from '../../platform/postgres/routine.ts'
import type { Verdict } from '../../platform/verdict.ts'

/** A halt that is in force, and the symbol of its instrument. */
export interface HaltRecord {
  readonly symbol: string
  readonly view: HaltView
}

type HaltRow = Pick<
  market.HaltRow,
  'halt_id' | 'reason' | 'note' | 'halted_by' | 'halted_ms' | 'lift_note' | 'lift_requested_by' | 'lift_requested_ms'
> &
  Pick<market.InstrumentRow, 'symbol'> & { readonly halter: string; readonly requester: string | null }

function haltOf(row: HaltRow, readerId: bigint): HaltRecord {
  const { lift_note: note, lift_requested_by: operatorId, requester: name, lift_requested_ms: requestedMs } = row
  const isRequested = note !== null && operatorId !== null && name !== null && requestedMs !== null
  const isOwn = operatorId === readerId
  return {
    symbol: row.symbol,
    view: {
      id: String(row.halt_id),
      reason: row.reason,
      note: row.note,
      haltedBy: { operatorId: String(row.halted_by), name: row.halter },
      haltedMs: Number(row.halted_ms),
      lift: isRequested
        ? {
            note,
            requestedBy: isOwn ? { operatorId: String(operatorId), name } : null,
            requestedMs: Number(requestedMs),
          }
        : null,
    },
  }
}

/** The halts in force: all, or the one with an id. Only `readerId` reads of an own request whose it is. */
export async function readHalts(pool: Pool, readerId: bigint, id: bigint | null = null): Promise<HaltRecord[]> {
  const { rows } = await pool.query<HaltRow>(
    `select h.*, i.symbol, halter.name as halter, requester.name as requester
     from market.halt as h join market.instrument as i using (instrument_id)
     join operator.directory as halter on halter.operator_id = h.halted_by
     left join operator.directory as requester on requester.operator_id = h.lift_requested_by
     where h.lifted_ms is null and ($1::bigint is null or h.halt_id = $1) order by h.halt_id`,
    [id],
  )
  return rows.map((row) => haltOf(row, readerId))
}

/**
 * Halts an instrument on behalf of the session's operator. Returns null for an unknown symbol; throws CO004 when it is
 * already halted.
 */
export const haltInstrument = operatorRoutine<
  { readonly symbol: string; readonly reason: z.output<typeof haltReason>; readonly note: string },
  bigint | null
>('market.halt_instrument', ({ symbol, reason, note }) => [symbol, reason, note])

/**
 * Requests that a halt be lifted. Returns false when the halt is not in force; throws CO004 when a request is already
 * pending.
 */
export const requestLift = routine<[secret: string, id: bigint, note: string], boolean>('market.request_lift')

/**
 * Approves or rejects another operator's request to lift a halt. Returns false when there is no request; throws CO003
 * for the operator's own request.
 */
export async function decideLift(
  pool: Pool,
  secret: string,
  decision: { readonly id: bigint; readonly verdict: Verdict; readonly note: string },
): Promise<boolean> {
  return callRoutine<boolean>(
    pool,
    'market.decide_lift',
    secret,
    decision.id,
    decision.verdict === 'approved',
    decision.note,
  )
}
