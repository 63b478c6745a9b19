import { setTimeout as sleep } from 'node:timers/promises'
import { slotAt } from '@candor/formulas'
import type { Pool } from 'pg'
import { addCustomers } from '../bench/customers.ts'
import { offerWithoutLimit } from '../bench/offers.ts'
import { customersPerLane, OrderCustomers } from './order-customers.ts'
import type { PartedCandor } from './parted-candor.ts'
import { SocketCustomer } from './socket-customers.ts'
import { giveUpMs } from './trial.ts'

const stormBeforeMs = 500

/** Customers who buy at two APIs and watch at two processes of sockets, and the Candor that serves them. */
export interface WatchedCandor {
  readonly candor: PartedCandor
  readonly customers: OrderCustomers
  readonly sockets: readonly SocketCustomer[]
  /** Of every customer, those with sockets first. */
  readonly tokens: readonly string[]
  /** Of customers who neither buy nor watch. */
  readonly idleTokens: readonly string[]
  readonly genesisMs: number
}

/** Lets customers buy and watch. The caller closes the sockets. */
export async function watchCandor(
  candor: PartedCandor,
  { lanes, sockets, idle = 0 }: { lanes: number; sockets: number; idle?: number },
): Promise<WatchedCandor> {
  const trading = await prepare(candor.owner, Math.max(lanes * customersPerLane, sockets) + idle)
  const tokens = trading.tokens.slice(0, trading.tokens.length - idle)
  const [port, otherPort] = [candor.portOf('api 1'), candor.portOf('api 2')]
  const customers = new OrderCustomers({ ...trading, tokens, port, otherPort, lanes })
  const ports = socketPorts(candor)
  const watching = tokens.slice(0, sockets).map((token, index) => new SocketCustomer(token, ports, index))
  await customers.untilWritable(performance.now(), giveUpMs)
  const idleTokens = trading.tokens.slice(tokens.length)
  return { candor, customers, sockets: watching, tokens, idleTokens, genesisMs: trading.genesisMs }
}

/** The ports at which customers open sockets. */
export function socketPorts(candor: PartedCandor): number[] {
  return [candor.portOf('realtime 1'), candor.portOf('realtime 2')]
}

async function prepare(owner: Pool, customers: number) {
  const tokens = await addCustomers(owner, customers, Date.now())
  const all = await offerWithoutLimit(owner)
  // The trial waits until the last order is settled.
  const shortestMs = Math.min(...all.map(({ durationMs }) => durationMs))
  const offers = all.filter(({ durationMs }) => durationMs === shortestMs)
  const { rows } = await owner.query<{ genesis_ms: bigint }>('select genesis_ms from market.clock')
  return { tokens, offers, genesisMs: Number(rows[0]?.genesis_ms) }
}

/** What a kill cost the customers, in milliseconds since it. */
export interface KillCost {
  /** Until an order was accepted. */
  readonly writableMs: number
  /** Until every socket was shown a frame of after the kill. */
  readonly watchingMs: number
  /** Until what was killed ran again. */
  readonly backMs: number
  /** The longest time without an accepted order, of all customers together, until it ran again. */
  readonly orderPauseMs: number
  /** The longest time that a socket was shown no new frame, until what was killed ran again. */
  readonly framePauseMs: number
}

/**
 * Kills once while customers buy and watch. `kill` returns once the victim is dead, with a promise of how long it takes
 * until it runs again.
 */
export async function killWatched(watched: WatchedCandor, kill: Kill): Promise<KillCost> {
  const over = new AbortController()
  const storm = watched.customers.storm(over.signal)
  try {
    await sleep(stormBeforeMs)
    return await measureKill(watched, kill)
  } finally {
    over.abort()
    await storm
  }
}

type Kill = () => Promise<{ readonly coming: Promise<number> }>

async function measureKill({ customers, sockets, genesisMs }: WatchedCandor, kill: Kill): Promise<KillCost> {
  for (const { pause } of [customers, ...sockets]) pause.begin()
  const sinceMs = performance.now()
  // The frame of a slot is published at its end.
  const lastSlotBefore = slotAt(Date.now(), genesisMs) - 1
  const isShown = ({ isLoggedIn, slot }: SocketCustomer) => isLoggedIn && slot > lastSlotBefore
  const { coming } = await kill()
  const [writableMs, watchingMs, backMs] = await Promise.all([
    customers.untilWritable(sinceMs, giveUpMs),
    untilAll(sockets, isShown, sinceMs),
    coming,
  ])
  const [orderPauseMs, framePauseMs] = [customers.pause.ms, Math.max(...sockets.map(({ pause }) => pause.ms))]
  return { writableMs, watchingMs, backMs, orderPauseMs, framePauseMs }
}

/** Waits until all of them are so, and returns how long it took; the give-up time where they never are. */
export async function untilAll<T>(all: readonly T[], isSo: (one: T) => boolean, sinceMs: number): Promise<number> {
  for (;;) {
    const tookMs = performance.now() - sinceMs
    if (all.every(isSo) || tookMs > giveUpMs) return tookMs
    await sleep(20)
  }
}
