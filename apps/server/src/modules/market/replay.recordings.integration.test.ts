import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { slotAt, slotEndMs } from '@candor/formulas'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Frame } from '../../platform/bus/index.ts'
import { manualClock } from '../../platform/clock.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { storeCustomers } from '../ledger/testing/stored-customers.ts'
import { openReplayFeed } from '../quote-feeds/index.ts'
import type { Instrument } from './catalogue.ts'
import { FrameBuilder } from './frame-builder.ts'
import type { FrameSource } from './frame-builder.ts'
import { writeSessions } from './market-store.ts'
import { RecordedTruth } from './recorded-truth.ts'
import { readSeedCatalogue } from './seed-files.ts'
import { seedMarket } from './seed-market.ts'

const folder =
  process.env['CANDOR_RECORDINGS'] ?? join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'shared', 'market')
const hasRecordings = existsSync(join(folder, 'data'))
if (!hasRecordings) process.stderr.write(`recordings: skipped, there are none in ${folder}\n`)

interface Scenario {
  readonly title: string
  readonly symbol: string
  readonly files: readonly string[]
  readonly recordedDecimals: number
  /** Two orders, up and down, are placed this often. */
  readonly everyMs: number
  readonly durationsSeconds: readonly number[]
  readonly leastAccepted: number
}

const scenarios: readonly Scenario[] = [
  {
    title: 'the EURUSD week from two providers',
    symbol: 'EURUSD',
    files: ['forex/EURUSD__tick__fxcm-201405.csv.gz', 'forex/EURUSD__tick__oanda-201405.csv.gz'],
    recordedDecimals: 5,
    everyMs: 1_140_000,
    durationsSeconds: [30, 60],
    leastAccepted: 700,
  },
  {
    title: 'the BTCUSDT burst',
    symbol: 'BTCUSDT',
    files: ['crypto/BTCUSDT__tick__binance-spot-20240808.csv.gz'],
    recordedDecimals: 2,
    everyMs: 2_750,
    durationsSeconds: [30, 60, 120],
    leastAccepted: 350,
  },
  {
    title: 'the COMEX gold days',
    symbol: 'GOLD',
    files: ['futures/GCZ3__tick__comex-201310.csv.gz'],
    recordedDecimals: 1,
    everyMs: 780_000,
    durationsSeconds: [30, 60, 120],
    leastAccepted: 550,
  },
]

const breakMs = 15 * 60_000
const customerId = 1
/** A stripe of the asset USD. */
const stripe = 1
const stake = 1_000_000
interface OrderRow {
  order_id: bigint
  direction: 'up' | 'down'
  accepted_ms: bigint
  entry_slot: bigint
  exit_slot: bigint
  result: 'won' | 'lost' | 'tie' | 'void'
  void_reason: string | null
  entry_price: bigint | null
  exit_price: bigint | null
  net: bigint
  price_scale: number
  fee_bps: number
  payout_bps: number
  entry_window_slots: number
  exit_window_slots: number
}

describe.skipIf(!hasRecordings).each(scenarios)('a replay of $title', (scenario) => {
  let database: TestDatabase
  let run: ReplayRun

  beforeAll(async () => {
    database = await openTestDatabase()
    run = await ReplayRun.open(database, scenario)
    await run.play()
  })

  afterAll(async () => {
    await run.close()
    await database.close()
  })

  test('settles every order as the CSV files say, and voids less than 2 % of them', async () => {
    const orders = await run.orders()
    // Only contracts whose exit window lies beyond the recording may still be open.
    expect(await run.overdueOrders()).toEqual([])
    expect(orders.length).toBeGreaterThanOrEqual(scenario.leastAccepted)
    for (const order of orders) expect(settlementOf(order)).toEqual(run.expectedSettlement(order))
    const voids = orders.filter((order) => order.result === 'void').length
    expect(voids / orders.length).toBeLessThan(0.02)
    expect(orders.filter((order) => order.result === 'won').length).toBeGreaterThan(orders.length / 4)
  })

  test('refuses exactly while the recorded market is closed, stale, or about to close', () => {
    for (const refusal of run.refusals) expect(refusal.outcome).toBe(refusal.expected)
  })

  test('publishes the price and the state that the CSV files say in every stored frame', async () => {
    const { rows } = await run.owner.query<{ slot: bigint; price: bigint; state: number }>(
      'select slot, prices[1] as price, states[1] as state from market.frame',
    )
    expect(rows.length).toBeGreaterThan(1_000)
    const wrong = rows.filter((row) => !run.agrees(Number(row.slot), row))
    expect(wrong).toEqual([])
  })
})

function settlementOf(order: OrderRow) {
  const { result, void_reason, entry_price, exit_price, price_scale, net, entry_slot, exit_slot } = order
  return {
    result,
    voidReason: void_reason,
    entryPrice: entry_price,
    exitPrice: exit_price,
    priceScale: price_scale,
    net,
    entrySlot: Number(entry_slot),
    exitSlot: Number(exit_slot),
  }
}

/** Plays one recording on virtual time: every slot is built, the frames around orders are stored. */
class ReplayRun {
  readonly owner: Pool
  readonly refusals: { outcome: string; expected: string }[] = []
  readonly #app: Pool
  readonly #market: Pool
  readonly #scenario: Scenario
  readonly #instrument: Instrument
  readonly #truth: RecordedTruth
  readonly #genesisMs: number
  readonly #pending: Frame[] = []
  #terms: { terms_id: bigint; duration_slots: number }[] = []
  #storeUntilSlot = -1
  #placed = 0

  private constructor(database: TestDatabase, scenario: Scenario) {
    this.owner = createPool(database.ownerUrl, 'test-owner')
    this.#app = createPool(database.appUrl, 'test-app')
    this.#market = createPool(database.marketUrl, 'test-market')
    this.#scenario = scenario
    const found = readSeedCatalogue().find((instrument) => instrument.symbol === scenario.symbol)
    if (found === undefined) throw new Error(`${scenario.symbol} is not in the catalogue`)
    this.#instrument = { ...found, id: 1 }
    this.#truth = new RecordedTruth({
      ...this.#instrument,
      files: scenario.files.map((file) => join(folder, 'data', file)),
      recordedDecimals: scenario.recordedDecimals,
      officialDecimals: this.#instrument.priceDecimals,
      breakMs,
    })
    this.#genesisMs = Math.floor(this.#truth.firstMs / 1_000) * 1_000
  }

  static async open(database: TestDatabase, scenario: Scenario): Promise<ReplayRun> {
    const run = new ReplayRun(database, scenario)
    await seedMarket(run.owner, manualClock(run.#genesisMs), [run.#instrument])
    await run.#setNow(run.#genesisMs)
    await run.owner.query('select ledger.open_sandbox_books()')
    await run.owner.query(
      `create function publish_at(now_ms bigint, slot bigint, prices bigint[], ages_ms integer[], states smallint[],
         epochs integer[], kinds smallint[], volumes bigint[]) returns bigint language plpgsql as $$
       begin
         update clock.setting set virtual_now_ms = now_ms;
         return market.publish_frame(slot, prices, ages_ms, states, epochs, kinds, volumes,
           array_fill(0::smallint, array[cardinality(prices)]), sha256(''), 0);
       end $$`,
    )
    await storeCustomers(run.owner, [BigInt(customerId)])
    await run.#app.query('select ledger.open_customer($1)', [customerId])
    const slots = scenario.durationsSeconds.map((seconds) => seconds * 2)
    const { rows } = await run.owner.query(
      'select terms_id, duration_slots from market.terms where offered and duration_slots = any($1) order by 2',
      [slots],
    )
    run.#terms = rows
    return run
  }

  async close(): Promise<void> {
    await Promise.all([this.owner.end(), this.#app.end(), this.#market.end()])
  }

  async play(): Promise<void> {
    const { symbol, files, everyMs } = this.#scenario
    const feed = await openReplayFeed({
      folder,
      speed: 1,
      instrumentIds: new Map([[symbol, 1]]),
      startMs: this.#truth.firstMs,
      accepts: (path) => files.some((file) => path.endsWith(file)),
    })
    const source: FrameSource = {
      kindOf: () => 'replay',
      session: (id, atMs) => feed.session(id, atMs) ?? { isOpen: false, closesMs: null, opensMs: null },
    }
    const builder = new FrameBuilder({
      genesisMs: this.#genesisMs,
      instruments: [this.#instrument],
      source,
      last: null,
      openingTicks: () => 1n,
    })
    const lastSlot = slotAt(this.#truth.lastMs, this.#genesisMs) - 1
    let orderAtMs = this.#genesisMs + 60_000
    for (let slot = 0; slot <= lastSlot; slot += 1) {
      const endMs = slotEndMs(slot, this.#genesisMs)
      await feed.readUntil(endMs, builder)
      const frame = builder.build(slot)
      // The newest frame must be fresh when an order arrives, and every frame must be stored until its exit window
      // ends.
      if (slot <= this.#storeUntilSlot || endMs > orderAtMs - 2_000) this.#pending.push(frame)
      if (endMs + 500 <= orderAtMs) continue
      await this.#flush(endMs)
      await this.#placeAt(orderAtMs, source)
      orderAtMs += everyMs
    }
    await feed.stop()
    await this.#flush(slotEndMs(lastSlot, this.#genesisMs))
  }

  async orders(): Promise<OrderRow[]> {
    const { rows } = await this.owner.query<OrderRow>(
      `select o.*, terms.fee_bps, terms.payout_bps, entry_window_slots, exit_window_slots from contract.contract_order as o join market.terms using (terms_id)
        where state = 'closed' order by order_id`,
    )
    return rows
  }

  async overdueOrders(): Promise<bigint[]> {
    const lastSlot = slotAt(this.#truth.lastMs, this.#genesisMs) - 1
    const { rows } = await this.owner.query<{ order_id: bigint }>(
      `select order_id from contract.contract_order where state = 'open' and exit_slot <= $1`,
      [lastSlot],
    )
    return rows.map((row) => row.order_id)
  }

  /**
   * The settlement of an order, computed from the CSV files by the written rule: the averages over the windows that
   * begin with the next slot and end with the exit slot, in tenths.
   */
  expectedSettlement(order: OrderRow) {
    const entrySlot = slotAt(Number(order.accepted_ms), this.#genesisMs) + 1
    const exitSlot = entrySlot + Number(order.exit_slot - order.entry_slot)
    const slots = { entrySlot, exitSlot, priceScale: 1 }
    const entryPrice = this.#averageOf(entrySlot, entrySlot + order.entry_window_slots - 1)
    const exitPrice = this.#averageOf(exitSlot - order.exit_window_slots + 1, exitSlot)
    const voided = { ...slots, result: 'void', net: 0n }
    if (entryPrice === null) return { ...voided, voidReason: 'entry-not-open', entryPrice, exitPrice: null }
    if (exitPrice === null) return { ...voided, voidReason: 'no-exit-price', entryPrice, exitPrice }
    const settled = { ...slots, voidReason: null, entryPrice, exitPrice }
    if (exitPrice === entryPrice) return { ...settled, result: 'tie', net: 0n }
    const isWon = order.direction === 'up' ? exitPrice > entryPrice : exitPrice < entryPrice
    // A stake of 1: the fee rounded down and the payout up to whole cents.
    const fee = BigInt(Math.floor(order.fee_bps / 100)) * 10_000n
    const payout = BigInt(Math.ceil(order.payout_bps / 100)) * 10_000n
    return { ...settled, result: isWon ? 'won' : 'lost', net: isWon ? payout - fee : -BigInt(stake) - fee }
  }

  /** The mean of the open slots in tenths, half to even; null where fewer than half are open. */
  #averageOf(fromSlot: number, toSlot: number): bigint | null {
    let [sum, count] = [0, 0]
    for (let slot = fromSlot; slot <= toSlot; slot += 1) {
      const truth = this.#truthOf(slot)
      if (truth.state !== 'open') continue
      sum += Number(truth.ticks)
      count += 1
    }
    if (count * 2 < toSlot - fromSlot + 1) return null
    // Recorded prices are positive and far below 2^53 / 200: whole numbers are exact.
    const [whole, twiceRest] = [Math.floor((sum * 10) / count), ((sum * 10) % count) * 2]
    const isUp = twiceRest > count || (twiceRest === count && whole % 2 === 1)
    return BigInt(isUp ? whole + 1 : whole)
  }

  agrees(slot: number, row: { price: bigint; state: number }): boolean {
    const truth = this.#truthOf(slot)
    const states = { closed: 0, open: 1, stale: 2 }
    return states[truth.state] === row.state && (truth.state !== 'open' || BigInt(truth.ticks) === row.price)
  }

  #truthOf(slot: number) {
    return this.#truth.at(slotEndMs(slot, this.#genesisMs))
  }

  async #setNow(nowMs: number): Promise<void> {
    await this.owner.query('update clock.setting set virtual_now_ms = $1', [nowMs])
  }

  /** Stores each waiting frame through `publish_frame` at the end of its slot, and settles what is due. */
  async #flush(nowMs: number): Promise<void> {
    const frames = this.#pending.splice(0)
    // Only the owner moves the clock, so the owner publishes, too.
    await this.owner.query(
      `select publish_at($8::bigint + (slot + 1) * 500, slot, array[price], array[age_ms], array[state], array[epoch],
        array[kind], array[volume])
       from unnest($1::bigint[], $2::bigint[], $3::int[], $4::smallint[], $5::int[], $6::smallint[],
         $7::bigint[]) as frame (slot, price, age_ms, state, epoch, kind, volume)`,
      [
        frames.map((frame) => frame.slot),
        frames.flatMap((frame) => frame.prices),
        frames.flatMap((frame) => frame.agesMs),
        frames.flatMap((frame) => frame.states),
        frames.flatMap((frame) => frame.epochs),
        frames.flatMap((frame) => frame.sourceKinds),
        frames.flatMap((frame) => frame.volumes),
        this.#genesisMs,
      ],
    )
    await this.#setNow(nowMs)
    await this.#app.query('select * from contract.settle_due($1, 500)', [stripe])
  }

  async #placeAt(nowMs: number, source: FrameSource): Promise<void> {
    await this.#setNow(nowMs)
    const session = source.session(1, nowMs)
    await writeSessions(this.#market, new Map([[1, { ...session, stateCode: session.isOpen ? 1 : 0 }]]))
    const terms = this.#terms[this.#placed % this.#terms.length]
    if (terms === undefined) throw new Error('no duration is offered')
    this.#placed += 1
    const nowSlot = slotAt(nowMs, this.#genesisMs)
    const both = <T>(value: T) => [value, value]
    const keys = both(0).map(() => crypto.randomUUID())
    const { rows } = await this.#app.query<{ outcome: string }>(
      'select * from contract.place_orders($1, $2::bigint[], $3::uuid[], $4::int[], $5::int[], $6::bigint[], $7::contract.direction[], $8::bigint[], $9::bigint[], true)',
      [
        stripe,
        both(customerId),
        keys,
        both(1),
        both(terms.duration_slots),
        both(terms.terms_id),
        ['up', 'down'],
        both(stake),
        both(nowSlot - 1),
      ],
    )
    const expected = this.#expectedOutcome(nowMs, terms.duration_slots)
    for (const { outcome } of rows)
      if (outcome !== 'accepted' || expected !== 'accepted') this.refusals.push({ outcome, expected })
    this.#storeUntilSlot = Math.max(this.#storeUntilSlot, nowSlot + 1 + terms.duration_slots + 1)
  }

  #expectedOutcome(nowMs: number, durationSlots: number): string {
    const nowSlot = slotAt(nowMs, this.#genesisMs)
    const sessionEndMs = this.#truth.sessionEnd(nowMs)
    const newest = this.#truthOf(nowSlot - 1)
    if (sessionEndMs === null || newest.state === 'closed') return 'market-closed'
    if (newest.state === 'stale') return 'market-stale'
    return slotEndMs(nowSlot + 1 + durationSlots, this.#genesisMs) > sessionEndMs ? 'market-closed' : 'accepted'
  }
}
