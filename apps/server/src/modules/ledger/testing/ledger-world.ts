import { slotMs } from '@candor/formulas'
import type { Direction } from '@candor/formulas'
import { amount } from '@candor/money'
import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import { createPool } from '../../../platform/postgres/pool.ts'
import type { ClonedDatabase } from '../../../platform/postgres/test-template.ts'
import type { OrderRequest, Placement } from '../../contract/placement.ts'
import { placeOrders } from '../../contract/placement-store.ts'
import { settleDue } from '../../settlement/settlement-store.ts'
import type { SettledOrder } from '../../settlement/settlement-store.ts'
import { assetCode } from '../ledger.ts'
import { checkLedger } from '../../soundness/index.ts'
import { openCustomer, readStripes } from '../ledger-store.ts'
import { storeCustomers } from './stored-customers.ts'

/** 2026-01-05 00:00 UTC. */
export const genesisMs = 1_767_571_200_000
/** The age of a price that no tick has set: its steps are not bounded. */
const noTickAgeMs = 2_147_483_647
/** Stands for the record of ticks that these frames do not have. */
const noTicksDigest = Buffer.alloc(32)

/** One instrument's cell of a frame that a test publishes. */
export interface Cell {
  readonly price: bigint
  readonly state?: 0 | 1 | 2
  readonly epoch?: number
}

/** Terms that a test offers; money in units. */
export interface TermsInput {
  readonly instrumentId: number
  readonly durationSlots: number
  readonly feeBps?: number
  readonly payoutBps?: number
  readonly stakeMin?: bigint
  readonly stakeMax?: bigint
  readonly maxOpenPayout?: bigint
  readonly offered?: boolean
  /** By the old rule, where single frames decide, unless the test names windows. */
  readonly entryWindowSlots?: number
  readonly exitWindowSlots?: number
}

export interface PlaceInput {
  readonly customerId: bigint
  readonly requestId: string
  readonly stakeUnits: bigint
  readonly termsId: bigint
  readonly asset?: Asset
  readonly instrumentId?: number
  readonly durationSlots?: number
  readonly direction?: Direction
  readonly seenSlot?: number
}

/** Opens sandbox books and a small market on virtual time over a test database. */
export async function openLedgerWorld(
  database: Pick<ClonedDatabase, 'ownerUrl' | 'appUrl'>,
  options: { appConnections?: number; instruments?: number; houseUnits?: bigint } = {},
): Promise<LedgerWorld> {
  const owner = createPool(database.ownerUrl, 'test-owner', { maxConnections: 4 })
  const app = createPool(database.appUrl, 'test-app', { maxConnections: options.appConnections ?? 8 })
  const world = new LedgerWorld(owner, app)
  await owner.query('delete from market.clock')
  await owner.query('insert into market.clock (genesis_ms) values ($1)', [genesisMs])
  await owner.query('update clock.setting set virtual_now_ms = $1', [genesisMs + 100_000 * slotMs])
  for (let id = 1; id <= (options.instruments ?? 2); id += 1) await world.addInstrument(id)
  await openBooks(owner, options.houseUnits)
  return world
}

/** The sandbox's books, or books with the same opening balances and another bankroll for each stripe. */
async function openBooks(owner: Pool, houseUnits: bigint | undefined): Promise<void> {
  if (houseUnits === undefined) {
    await owner.query('select ledger.open_sandbox_books()')
    return
  }
  await owner.query(
    `update ledger.setting set amount = case name when 'opening-balance' then 10000000000 else $1 end`,
    [houseUnits * 4n],
  )
  await owner.query('select ledger.fund_house()')
}

/** Drives the ledger in tests: time, frames and terms as the owner, everything else as the application. */
export class LedgerWorld {
  readonly owner: Pool
  readonly app: Pool
  slot = 100_000
  #instruments = 0
  /** The newest epoch of each instrument: a cell that names none stays in it. */
  readonly #epochs = new Map<number, number>()
  #customers = 0n

  constructor(owner: Pool, app: Pool) {
    this.owner = owner
    this.app = app
  }

  async close(): Promise<void> {
    await this.owner.end()
    await this.app.end()
  }

  async addInstrument(id: number): Promise<void> {
    this.#instruments = Math.max(this.#instruments, id)
    await this.owner.query(
      `insert into market.instrument (instrument_id, symbol, category, base, quote, name, exchange, tick_decimals,
        tick_units, price_decimals,
         calendar_id, stale_after_ms, max_spread_bps, outlier_bps, max_step_bps,
         min_fresh_sources, fresh_ms, agreement_ppm, simulation)
       values ($1, $2, 'crypto', $2, 'USD', $2, 'test', 1, 1, 2, '24x7', 5000, 50, 50, 500, 2, 1500, 500, '{}')`,
      [id, `TEST${id}`],
    )
    await this.owner.query(`insert into market.session (instrument_id, state, updated_ms) values ($1, 1, 0)`, [id])
  }

  /** Offers terms, as the newest version of their instrument and duration. Returns the terms id. */
  async offer(terms: TermsInput): Promise<bigint> {
    const { rows } = await this.owner.query<{ terms_id: bigint }>(
      `insert into market.terms (instrument_id, duration_slots, version, offered, stake_min, stake_max, fee_bps,
        payout_bps, max_open_payout, entry_window_slots, exit_window_slots)
       select $1::integer, $2::integer, coalesce(max(version), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10 from market.terms
       where instrument_id = $1::integer and duration_slots = $2::integer returning terms_id`,
      [
        terms.instrumentId,
        terms.durationSlots,
        terms.offered ?? true,
        terms.stakeMin ?? 1_000_000n,
        terms.stakeMax ?? 5_000_000_000n,
        terms.feeBps ?? 50,
        terms.payoutBps ?? 85_00,
        terms.maxOpenPayout ?? 1_000_000_000_000n,
        terms.entryWindowSlots ?? 1,
        terms.exitWindowSlots ?? 1,
      ],
    )
    const termsId = rows[0]?.terms_id
    if (termsId === undefined) throw new Error('no terms were stored')
    return termsId
  }

  /** Moves the clock into the middle of a slot, without publishing anything. */
  async moveTo(slot: number): Promise<void> {
    this.slot = slot
    await this.owner.query('update clock.setting set virtual_now_ms = $1', [genesisMs + slot * slotMs + 250])
  }

  /**
   * Publishes the frame of the current slot, then enters the next one. Cells by instrument id; others repeat 100 and
   * are open.
   */
  async publish(cells: Readonly<Record<number, Cell>> = {}): Promise<void> {
    const points = Array.from({ length: this.#instruments }, (_, index): Required<Cell> => {
      const cell = cells[index + 1]
      const epoch = cell?.epoch ?? this.#epochs.get(index + 1) ?? 0
      this.#epochs.set(index + 1, epoch)
      return { price: cell?.price ?? 100n, state: cell?.state ?? 1, epoch }
    })
    await this.owner.query('select market.publish_frame($1, $2, $3, $4, $5, $6, null, $6, $7, 0)', [
      this.slot,
      points.map((point) => point.price),
      points.map(() => noTickAgeMs),
      points.map((point) => point.state),
      points.map((point) => point.epoch),
      points.map(() => 0),
      noTicksDigest,
    ])
    await this.moveTo(this.slot + 1)
  }

  /** Publishes the same cells for every slot up to and including `slot`. */
  async publishThrough(slot: number, cells: Readonly<Record<number, Cell>> = {}): Promise<void> {
    while (this.slot <= slot) await this.publish(cells)
  }

  /** The total over all accounts of one kind in an asset. */
  async total(kind: string, asset: Asset): Promise<bigint> {
    const { rows } = await this.app.query<{ total: bigint }>(
      'select sum(posted)::bigint as total from ledger.balance where kind = $1::ledger.account_kind and asset = $2',
      [kind, assetCode(asset)],
    )
    return rows[0]?.total ?? 0n
  }

  /** Opens the next customer: the first has the id 1. */
  async openNextCustomer(): Promise<bigint> {
    this.#customers += 1n
    await this.openCustomer(this.#customers)
    return this.#customers
  }

  /** Throws when the books are unsound. */
  async requireSoundBooks(): Promise<void> {
    const { mismatches } = await checkLedger(this.app)
    if (mismatches.length > 0)
      throw new Error(
        `the books are wrong: ${mismatches.map(({ invariant, detail }) => `${invariant} (${detail})`).join('; ')}`,
      )
  }

  /** The processes of this database that wait for a lock. */
  async waitingPids(): Promise<number[]> {
    const { rows } = await this.owner.query<{ pid: number }>(
      `select distinct pid from pg_locks where not granted and pid
        in (select pid from pg_stat_activity where datname = current_database())`,
    )
    return rows.map(({ pid }) => pid)
  }

  /** Opens the accounts of a customer, who is stored first if no test has. */
  async openCustomer(customerId: bigint): Promise<void> {
    await storeCustomers(this.owner, [customerId])
    await openCustomer(this.app, customerId)
  }

  request({ asset = 'USD', stakeUnits, ...input }: PlaceInput): OrderRequest {
    const stake = amount(asset, stakeUnits)
    return { instrumentId: 1, durationSlots: 60, direction: 'up', seenSlot: this.slot - 1, ...input, stake }
  }

  place(inputs: readonly PlaceInput[], stripe?: number, isLastStripe = true): Promise<Placement[]> {
    const requests = inputs.map((input) => this.request(input))
    const asset = requests[0]?.stake.asset ?? 'USD'
    return placeOrders(this.app, { stripe: stripe ?? (asset === 'USD' ? 1 : 5), requests, isLastStripe })
  }

  /** Settles everything that is due on all stripes. */
  async settleAll(limit = 500): Promise<SettledOrder[]> {
    const settled: SettledOrder[] = []
    for (const { stripe } of await readStripes(this.app)) {
      for (;;) {
        const batch = await settleDue(this.app, stripe, limit)
        settled.push(...batch)
        if (batch.length === 0) break
      }
    }
    return settled
  }
}
