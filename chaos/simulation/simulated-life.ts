import { slotMs } from '@candor/formulas'
import { publishFrame } from '../../apps/server/src/modules/market/market-store.ts'
import { noTicks } from '../../apps/server/src/modules/market/testing/no-ticks.ts'
import { randomAt } from '../../apps/server/src/modules/quote-feeds/random.ts'
import type { Draw } from '../../apps/server/src/modules/quote-feeds/random.ts'
import { ContractOracle } from './contract-oracle.ts'
import type { OracleCell } from './contract-oracle.ts'
import { LifeAudit } from './life-audit.ts'
import { SimulatedCustomers } from './simulated-customers.ts'
import type { Mishaps } from './simulated-database.ts'
import { startSimulatedServer } from './simulated-server.ts'
import type { SimulatedServer } from './simulated-server.ts'
import type { SimulatedWorld } from './simulated-world.ts'

/** A pause between two lives, so that frames of one do not count in the next. */
const pauseSlots = 60
/** Every contract is decided within its exit window after the longest duration; settling it may be late by a sweep. */
const drainSlots = 60
/**
 * After this many slots earlier requests are too old to be accepted: a repeat must not open an order that nothing
 * closes.
 */
const tooOldSlots = 12
const openingUnits = 10_000_000_000n
const calm: Mishaps = { lostBefore: 0, lostAfter: 0, lateBefore: 0, lateAfter: 0, rolledBack: 0 }

/** Counts of a life's events. */
export interface LifeCounts {
  readonly orders: number
  readonly crashes: number
  readonly missedSlots: number
  readonly mishaps: number
  readonly outcomes: Readonly<Record<string, number>>
}

/** Runs the life of a seed, and returns its failures and counts. */
export async function liveOnce(
  world: SimulatedWorld,
  seed: number,
): Promise<{ failures: string[]; counts: LifeCounts }> {
  const life = new SimulatedLife(world, seed)
  return life.run()
}

class SimulatedLife {
  readonly #world: SimulatedWorld
  readonly #market: Draw
  readonly #fate: Draw
  readonly #oracle = new ContractOracle()
  readonly #audit: LifeAudit
  readonly #customers: SimulatedCustomers
  readonly #mishaps: Mishaps
  readonly #slots: number
  readonly #cells: { price: bigint; state: 0 | 1 | 2; epoch: number }[]
  #server: SimulatedServer | null = null
  #downUntil = 0
  #crashes = 0
  #missed = 0

  constructor(world: SimulatedWorld, seed: number) {
    this.#world = world
    this.#cells = [1, 2].map(() => ({ price: 100n, state: 1, epoch: world.nextEpoch }))
    this.#market = randomAt(seed, 1, 0)
    this.#fate = randomAt(seed, 2, 0)
    const tempo = this.#fate()
    this.#slots = 16 + Math.floor(this.#fate() * 24)
    const share = () => this.#fate() * 0.1 * tempo
    this.#mishaps = {
      lostBefore: share(),
      lostAfter: share(),
      lateBefore: share(),
      lateAfter: share(),
      rolledBack: share(),
    }
    const customers = Array.from({ length: 2 + Math.floor(this.#fate() * 3) }, () => world.nextCustomer++)
    this.#customers = new SimulatedCustomers({ customers, terms: world.terms, draw: randomAt(seed, 3, 0) })
    for (const customer of customers) this.#oracle.open(customer, openingUnits)
    this.#audit = new LifeAudit({ world, oracle: this.#oracle, customers, asked: this.#customers.asked })
    world.app.reseed(randomAt(seed, 4, 0))
    world.market.reseed(randomAt(seed, 5, 0))
  }

  async run(): Promise<{ failures: string[]; counts: LifeCounts }> {
    const world = this.#world
    const from = world.nextSlot + pauseSlots
    world.app.counts.mishaps = 0
    await this.#audit.openAccounts()
    world.app.onCommitted = this.#audit.onCommitted
    world.market.onCommitted = this.#audit.onCommitted
    await world.moveTo(from * slotMs)
    this.#setMishaps(this.#mishaps)
    for (let slot = from; slot < from + this.#slots; slot += 1) await this.#liveSlot(slot, slot === from)
    this.#setMishaps(calm)
    this.#downUntil = 0
    let slot = from + this.#slots
    for (
      const giveUp = slot + drainSlots;
      slot < giveUp && !(slot > from + this.#slots + tooOldSlots && this.#audit.isAllClosed());
      slot += 1
    )
      await this.#liveSlot(slot, true, false)
    this.#audit.expect(this.#server !== null, 'the server did not come up again')
    if (this.#server !== null) this.#customers.repeatAll(this.#server.contracts)
    await world.quiet()
    await this.#audit.conclude()
    this.#server?.crash()
    world.nextSlot = slot + 1
    world.nextEpoch = Math.max(...this.#cells.map(({ epoch }) => epoch))
    return { failures: this.#audit.failures, counts: this.#counts() }
  }

  /** The previous slot's frame, then customers' acts in mid-slot, then possibly a crash. */
  async #liveSlot(slot: number, isSafe: boolean, isBusy = true): Promise<void> {
    await this.#world.moveTo(slot * slotMs)
    if (slot >= this.#downUntil) this.#server ??= await this.#start()
    const server = this.#server
    this.#turnMarket()
    if (server !== null && (isSafe || this.#fate() > 0.06)) await this.#publish(server, slot - 1)
    else this.#missed += 1
    await this.#world.moveTo(slot * slotMs + slotMs / 2)
    if (server !== null && isBusy) this.#customers.act(server.contracts, slot)
    await this.#world.quiet()
    if (server !== null && !isSafe && this.#fate() < 0.04) this.#crash(slot)
  }

  async #start(): Promise<SimulatedServer | null> {
    const [world, audit] = [this.#world, this.#audit]
    try {
      const onMismatches = (mismatches: number) =>
        audit.expect(mismatches === 0, `the checker found ${mismatches} mismatches`)
      const starting = startSimulatedServer({
        database: world.app,
        time: world.time,
        logger: world.logger,
        onSettled: audit.onSettled,
        onMismatches,
      })
      let started: SimulatedServer | null = null
      void starting.then(
        (server) => (started = server),
        () => undefined,
      )
      await world.quiet()
      // A server that hangs during its start is abandoned, as a launcher would.
      if (started === null) world.app.crash()
      return started
    } catch {
      return null
    }
  }

  #crash(slot: number): void {
    this.#server?.crash()
    this.#world.market.crash()
    this.#server = null
    this.#crashes += 1
    this.#downUntil = slot + 1 + Math.floor(this.#fate() * 6)
  }

  /** Commits a slot's frame and notifies the server, as the market role does: a lost response is looked up. */
  async #publish(server: SimulatedServer, slot: number): Promise<void> {
    const cells: OracleCell[] = this.#cells.map((cell) => ({ ...cell }))
    this.#audit.publishing.set(slot, cells)
    const frame = {
      slot,
      prices: cells.map(({ price }) => price),
      agesMs: cells.map(() => 0),
      states: cells.map(({ state }) => state),
      epochs: cells.map(({ epoch }) => epoch),
      sourceKinds: cells.map(() => 0),
      volumes: cells.map(() => 0n),
    }
    const publishing = publishFrame(this.#world.market.connect(), frame, noTicks(frame), 0)
    void publishing.then(
      () => server === this.#server && server.announce(slot),
      () => undefined,
    )
    await this.#world.quiet()
  }

  #turnMarket(): void {
    for (const cell of this.#cells) {
      cell.price = 100n + BigInt(Math.floor(this.#market() * 3) - 1)
      const mood = this.#market()
      if (cell.state !== 1 ? mood < 0.4 : mood < 0.08) cell.state = cell.state === 1 ? (mood < 0.04 ? 0 : 2) : 1
      if (this.#market() < 0.02) cell.epoch += 1
    }
  }

  #setMishaps(mishaps: Mishaps): void {
    this.#world.app.mishaps = mishaps
    // A frame is sent once here: a late one would be overtaken by the next.
    this.#world.market.mishaps = { ...mishaps, lateBefore: 0 }
  }

  #counts(): LifeCounts {
    const outcomes: Record<string, number> = {}
    for (const { outcome } of this.#oracle.orders.values())
      if (outcome !== null) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    return {
      orders: this.#oracle.orders.size,
      crashes: this.#crashes,
      missedSlots: this.#missed,
      mishaps: this.#world.app.counts.mishaps,
      outcomes,
    }
  }
}
