import { randomUUID } from 'node:crypto'
import { slotAt, slotMs } from '@candor/formulas'
import type { Pool } from 'pg'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { seed } from '../apps/server/src/roles/seed.ts'
import type { BenchServer } from './bench-server.ts'
import { addCustomers } from './customers.ts'

/** A symbol that is offered, with the newest of its shortest terms. */
export interface Offer {
  readonly symbol: string
  readonly durationMs: number
  readonly termsVersion: string
}

/** Seeds a database, and adds logged-in customers and contracts without limits for them. */
export async function prepareTrading(database: Pick<BenchServer, 'ownerUrl'>, customers: number) {
  await seed(database.ownerUrl, { mode: 'sandbox', inviteCode: 'BENCH' })
  const owner = createPool(database.ownerUrl, 'bench', { maxConnections: 1 })
  const tokens = await addCustomers(owner, customers, Date.now())
  const offers = await offerWithoutLimit(owner)
  const { rows } = await owner.query<{ genesis_ms: bigint }>('select genesis_ms from market.clock')
  await owner.end()
  return { tokens, offers, genesisMs: Number(rows[0]?.genesis_ms) }
}

/** Offers every crypto instrument, which never closes, for its shortest duration: from 1, and up to any open payout. */
export async function offerWithoutLimit(owner: Pool): Promise<Offer[]> {
  const { rows } = await owner.query<{ symbol: string; duration_slots: number; terms_id: bigint }>(
    `with shortest as (
       select distinct on (instrument_id) terms.* from market.terms as terms
         join market.instrument using (instrument_id)
       where offered and not hidden and category = 'crypto' order by instrument_id, duration_slots, version desc
     ), added as (
       insert into market.terms (instrument_id, duration_slots, version, offered, stake_min, stake_max, fee_bps,
         payout_bps, max_open_payout, entry_window_slots, exit_window_slots)
       select instrument_id, duration_slots, version + 1, true, 1000000, stake_max, fee_bps, payout_bps,
         1000000000000000, entry_window_slots, exit_window_slots from shortest
       returning instrument_id, duration_slots, terms_id
     )
     select symbol, duration_slots, terms_id from added join market.instrument using (instrument_id)`,
  )
  return rows.map((row) => ({
    symbol: row.symbol,
    durationMs: row.duration_slots * slotMs,
    termsVersion: String(row.terms_id),
  }))
}

/** A form that buys the next contract for 1: offers, directions and assets take turns. */
export function buyForm(
  { offers, genesisMs }: { offers: readonly Offer[]; genesisMs: number },
  turn: number,
  requestId: string = randomUUID(),
): string {
  const offer = offers[turn % offers.length]
  if (offer === undefined) throw new Error('nothing is offered')
  // A slot that customers have seen by now, even if a frame is late.
  const seenSlot = slotAt(Date.now(), genesisMs) - 3
  const asset = Math.floor(turn / offers.length) % 2 === 0 ? 'USD' : 'USDT'
  return (
    `requestId=${requestId}&symbol=${offer.symbol}&direction=${turn % 3 === 0 ? 'down' : 'up'}&durationMs=${offer.durationMs}` +
    `&stake=1&asset=${asset}&termsVersion=${offer.termsVersion}&seenSlot=${seenSlot}`
  )
}
