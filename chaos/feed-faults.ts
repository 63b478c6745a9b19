import { slotEndMs } from '@candor/formulas'
import { genesisMs, openLedgerWorld } from '../apps/server/src/modules/ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../apps/server/src/modules/ledger/testing/ledger-world.ts'
import { FrameBuilder, readSeedCatalogue } from '../apps/server/src/modules/market/index.ts'
import { randomAt, withRolls } from '../apps/server/src/modules/quote-feeds/index.ts'
import type { QuoteFeed } from '../apps/server/src/modules/quote-feeds/index.ts'
import type { Frame } from '../apps/server/src/platform/bus/index.ts'
import { openFaultySources, sourceNames } from './faulty-sources.ts'
import type { FaultySource, SourceName } from './faulty-sources.ts'
import { FeedOracle } from './feed-oracle.ts'
import { onThrowawayCluster } from './throwaway-cluster.ts'
import { trial } from './trial.ts'

const durationSlots = 30
const windowSlots = 10
/** A published price is rounded to a digit, and an average of them to a tenth of it. */
const roundedBy = 0.55
const buyEverySlots = 6
/** So that a silent source becomes stale within a round. */
const staleAfterMs = 5_000

const sourceFaults = ['frozen', 'garbage', 'crossed', 'outlier', 'source-clock', 'cut'] as const
const marketFaults = ['missed-slots', 'roll', 'step'] as const
type Fault = (typeof sourceFaults)[number] | (typeof marketFaults)[number]

/**
 * Live sources of EUR/USD in three protocols that freeze, send garbage, cross, stray, report wrong times and break in
 * mid-message, with rolls, steps and missed slots, while customers buy. Every published frame, refusal and settlement
 * is compared with an independent computation from the played quotes. Round `n` has the seed `seed + n`.
 */
export const feedFaults = trial({
  about: 'Live sources that freeze, cross, stray and break, rolls and missed slots, while customers buy',
  sizes: { rounds: [40, 1], slots: [600, 150] },
  run: onThrowawayCluster(async (cluster, { sizes, seed, progress }) => {
    const failures: string[] = []
    const figures: Record<string, number> = {}
    for (let round = 0; round < sizes.rounds; round += 1) {
      const database = await cluster.open()
      const world = await openLedgerWorld(database, { instruments: 1 })
      const played = new PlayedRound(world, seed + round)
      try {
        await played.play(sizes.slots)
      } catch (error) {
        played.failures.push(String(error))
      } finally {
        await played.close()
        await database.close()
      }
      failures.push(...played.failures.map((failure) => `seed ${seed + round}: ${failure}`))
      for (const [name, count] of played.counts) figures[name] = (figures[name] ?? 0) + count
      progress(`${round + 1} rounds, ${failures.length} failures`)
    }
    return [{ name: 'feed-faults', size: sizes.rounds * sizes.slots, failures, figures }]
  }),
})

/** The oracle's result for a published slot; missed slots are absent. */
interface TrueSlot {
  readonly price: number | null
  readonly epoch: number
}

interface SettledRow {
  readonly order_id: bigint
  readonly direction: 'up' | 'down'
  readonly entry_slot: bigint
  readonly exit_slot: bigint
  readonly result: 'won' | 'lost' | 'tie' | 'void' | null
  readonly entry_price: bigint | null
  readonly exit_price: bigint | null
  readonly net: bigint | null
}

/** One round of feed errors on a market and a ledger of its own. */
class PlayedRound {
  readonly failures: string[] = []
  readonly counts = new Map<string, number>()
  readonly #world: LedgerWorld
  readonly #draw: () => number
  readonly #oracle: FeedOracle
  readonly #truth = new Map<number, TrueSlot>()
  readonly #faults = new Map<SourceName, { kind: (typeof sourceFaults)[number]; untilSlot: number }>()
  readonly #builder: FrameBuilder
  /** Each source's offset from the market, in the fifth decimal: up to five basis points. */
  readonly #offsets: ReadonlyMap<SourceName, number>
  #sources: FaultySource[] = []
  #mid = 110_000
  #nowMs = genesisMs
  #epoch = 1
  #rolledAtMs: number | null = null
  #termsId = 0n
  #firstSlot = 0

  constructor(world: LedgerWorld, seed: number) {
    this.#world = world
    this.#draw = randomAt(seed, 1, 0)
    this.#offsets = new Map(sourceNames.map((name) => [name, Math.round((this.#draw() - 0.5) * 110)]))
    const found = readSeedCatalogue().find((instrument) => instrument.symbol === 'EURUSD')
    if (found === undefined) throw new Error('there is no EURUSD')
    // The oracle knows one age and one band.
    const instrument = { ...found, id: 1, staleAfterMs, freshMs: staleAfterMs, agreementPpm: found.outlierBps * 100 }
    this.#oracle = new FeedOracle(instrument)
    const session = () => ({ isOpen: true, closesMs: null, opensMs: null })
    this.#builder = new FrameBuilder({
      genesisMs,
      instruments: [instrument],
      source: { kindOf: () => 'live', session },
      last: null,
      openingTicks: () => 1n,
    })
  }

  async play(slots: number): Promise<void> {
    const world = this.#world
    const windows = { entryWindowSlots: windowSlots, exitWindowSlots: windowSlots }
    this.#termsId = await world.offer({ instrumentId: 1, durationSlots, ...windows })
    this.#firstSlot = world.slot
    await world.openCustomer(1n)
    this.#nowMs = slotEndMs(world.slot, genesisMs) - 250
    this.#sources = await openFaultySources(() => this.#nowMs)
    const feed = this.#feed()
    for (let played = 0; played < slots; played += 1) {
      const faultBegins = played > 10 && played < slots - durationSlots && this.#draw() < 0.04
      if (faultBegins) await this.#beginFault()
      const { slot } = world
      this.#nowMs = slotEndMs(slot, genesisMs) - 250
      this.#mid = Math.max(20_000, this.#mid + Math.round((this.#draw() - 0.5) * 8))
      for (const source of this.#sources) await this.#speak(source, slot)
      await feed.readUntil(slotEndMs(slot, genesisMs), this.#builder)
      await this.#publish(this.#builder.build(slot))
      if (played % buyEverySlots === 0) await this.#buy()
      if (played % 50 === 0) await world.settleAll()
    }
    await world.settleAll()
    await this.#checkOrders()
  }

  async close(): Promise<void> {
    for (const source of this.#sources) await source.close()
    await this.#world.close()
  }

  #feed(): QuoteFeed {
    const sources: QuoteFeed = {
      name: 'faulty',
      kindOf: () => 'live',
      session: () => null,
      openingPrice: () => null,
      readUntil: async (untilMs, sink) => {
        for (const source of this.#sources) await source.readUntil(untilMs, sink)
      },
      stop: () => Promise.resolve(),
    }
    const between = (fromMs: number, untilMs: number) =>
      this.#rolledAtMs !== null && fromMs < this.#rolledAtMs && this.#rolledAtMs <= untilMs ? [1] : []
    return withRolls(sources, { between, sinceMs: null })
  }

  async #beginFault(): Promise<void> {
    const isOfSource = this.#draw() < 0.8
    const kinds: readonly Fault[] = isOfSource ? sourceFaults : marketFaults
    const kind = kinds[Math.floor(this.#draw() * kinds.length)] ?? 'frozen'
    this.#count(kind)
    const { slot } = this.#world
    if (kind === 'missed-slots') await this.#world.moveTo(slot + 1 + Math.floor(this.#draw() * 40))
    else if (kind === 'step' || kind === 'roll') {
      // A roll may be too small a step to be seen as one.
      const factors = kind === 'roll' ? [0.47, 0.98, 1.02, 1.6] : [0.47, 1.6]
      this.#mid = Math.round(this.#mid * (factors[Math.floor(this.#draw() * factors.length)] ?? 1))
      if (kind === 'step') return
      this.#rolledAtMs = slotEndMs(slot, genesisMs)
      this.#oracle.rolled()
    } else {
      const untilSlot = slot + 2 + Math.floor(this.#draw() * 40)
      for (const name of sourceNames) if (this.#draw() < 0.55) this.#faults.set(name, { kind, untilSlot })
    }
  }

  /** Lets a source send its quotes of a slot, and tells the oracle which of them count. */
  async #speak(source: FaultySource, slot: number): Promise<void> {
    const { name } = source
    const fault = this.#faults.get(name)
    if (fault !== undefined && slot >= fault.untilSlot) this.#faults.delete(name)
    const kind = this.#faults.get(name)?.kind
    const bid = this.#mid + (this.#offsets.get(name) ?? 0) + Math.round((this.#draw() - 0.5) * 6)
    const quote = { bid, ask: bid + 1 + Math.floor(this.#draw() * 4) }
    const strays = Math.round(bid * (0.02 + this.#draw() * 0.3))
    if (kind === 'frozen') return
    if (kind === 'garbage') return source.garbage()
    if (kind === 'crossed') return source.quote({ bid: quote.ask + strays, ask: bid })
    if (kind === 'source-clock') {
      // Kraken's ticker has no time of its own that could be wrong.
      if (name !== 'kraken')
        return source.quote(
          { bid: bid + strays, ask: quote.ask + strays },
          this.#nowMs + (this.#draw() < 0.5 ? -1 : 1) * 3_600_000,
        )
    } else if (kind === 'cut') {
      this.#faults.delete(name)
      this.#oracle.away(name)
      return source.cut()
    }
    const said = kind === 'outlier' ? { bid: bid + strays, ask: quote.ask + strays } : quote
    await source.quote(said)
    this.#oracle.quoted(name, { ...said, atMs: this.#nowMs })
  }

  async #publish(frame: Frame): Promise<void> {
    const { slot } = this.#world
    const { price, isBreak } = this.#oracle.at(slotEndMs(slot, genesisMs))
    if (isBreak) this.#epoch += 1
    this.#truth.set(slot, { price, epoch: this.#epoch })
    const state = frame.states[0] === 1 ? 1 : frame.states[0] === 2 ? 2 : 0
    const [published = 0n, epoch = 0] = [frame.prices[0], frame.epochs[0]]
    if ((state === 1) !== (price !== null))
      this.#fail(slot, `is published as ${state}, the quotes say ${price ?? 'nothing'}`)
    if (state === 1 && price !== null && Math.abs(Number(published) - price) > 0.5)
      this.#fail(slot, `is published at ${published}, the quotes say ${price}`)
    if (state === 1 && epoch < this.#epoch) this.#fail(slot, `is of epoch ${epoch}, the quotes say ${this.#epoch}`)
    this.#count(state === 1 ? 'openSlots' : 'staleSlots')
    await this.#world.publish({ 1: { price: published, state, epoch } })
  }

  async #buy(): Promise<void> {
    const slot = this.#world.slot - 1
    const request = (direction: 'up' | 'down') => ({
      customerId: 1n,
      requestId: crypto.randomUUID(),
      stakeUnits: 1_000_000n,
      termsId: this.#termsId,
      durationSlots,
      direction,
    })
    const expected = this.#truth.get(slot)?.price === null ? 'market-stale' : 'accepted'
    for (const { outcome } of await this.#world.place([request('up'), request('down')])) {
      // A customer may be refused for his own rate of refusals while the market is stale.
      const isRight = outcome === expected || (outcome === 'frequent-operations' && expected === 'market-stale')
      if (!isRight) this.#fail(slot, `was answered ${outcome} instead of ${expected}`)
      this.#count(outcome)
    }
  }

  async #checkOrders(): Promise<void> {
    const { rows } = await this.#world.owner.query<SettledRow>(
      'select * from contract.contract_order order by order_id',
    )
    const lastSlot = this.#world.slot - 1
    for (const order of rows) {
      const wrong = this.#faultOf(order, lastSlot)
      if (wrong !== null) this.failures.push(`order ${order.order_id} (entry ${order.entry_slot}) ${wrong}`)
      this.#count(order.result ?? 'open')
    }
  }

  /** The error in an order, or null. */
  #faultOf(order: SettledRow, lastSlot: number): string | null {
    const [entrySlot, exitSlot] = [Number(order.entry_slot), Number(order.exit_slot)]
    if (order.result === null) return exitSlot <= lastSlot ? 'is open still' : null
    const entry = this.#meanOf(entrySlot, entrySlot + windowSlots - 1)
    const exit = this.#meanOf(exitSlot - windowSlots + 1, exitSlot)
    const isOneEpoch = this.#newestUpTo(entrySlot - 1)?.epoch === this.#newestUpTo(exitSlot)?.epoch
    if (entry === null || exit === null || !isOneEpoch)
      return order.result === 'void' && order.net === 0n ? null : `is ${order.result}, though the quotes leave it void`
    if (order.result === 'void') return 'is void without a cause'
    const [from, to] = [Number(order.entry_price) / 10, Number(order.exit_price) / 10]
    if (Math.abs(from - entry) > roundedBy || Math.abs(to - exit) > roundedBy)
      return `is settled from ${from} to ${to}, the quotes say ${entry} and ${exit}`
    // Rounded: only a larger difference determines the direction.
    if (Math.abs(exit - entry) < 2 * roundedBy) return null
    return order.result === (exit > entry === (order.direction === 'up') ? 'won' : 'lost')
      ? null
      : `is ${order.result}, from ${entry} to ${exit}`
  }

  /** The mean of the prices of a window; null where fewer than half of its slots have one. */
  #meanOf(fromSlot: number, toSlot: number): number | null {
    const prices = Array.from({ length: toSlot - fromSlot + 1 }, (_, index) => this.#truth.get(fromSlot + index)?.price)
    const open = prices.filter((price) => typeof price === 'number')
    return open.length * 2 < prices.length ? null : open.reduce((sum, price) => sum + price, 0) / open.length
  }

  /** The newest published slot up to this one. */
  #newestUpTo(slot: number): TrueSlot | undefined {
    for (let at = slot; at >= this.#firstSlot; at -= 1) {
      const found = this.#truth.get(at)
      if (found !== undefined) return found
    }
    return undefined
  }

  #fail(slot: number, what: string): void {
    this.failures.push(`slot ${slot} ${what}`)
  }

  #count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }
}
