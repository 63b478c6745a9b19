import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { checkLedger } from '../apps/server/src/modules/soundness/index.ts'
import { addCustomers } from '../bench/customers.ts'
import { openFormClient } from '../bench/form-client.ts'
import { offerWithoutLimit } from '../bench/offers.ts'
import { OrderCustomers } from './order-customers.ts'
import { hasNats, PartedCandor, partNames } from './parted-candor.ts'
import type { PartName } from './parted-candor.ts'
import { SocketCustomer } from './socket-customers.ts'
import { trial } from './trial.ts'
import type { Finding } from './trial.ts'

const giveUpMs = 60_000
const customersPerLane = 4
/** Sessions that are ended, one with NATS and one without. */
const revoked = 2
const revokedWithinMs = 1_000

/**
 * Starts each part of Candor in processes of its own, joined by one PostgreSQL and one NATS, and kills each in turn
 * while customers buy at two APIs and watch at two processes of sockets. Needs a `nats-server`.
 */
export const roles = trial({
  about: 'SIGKILL of each part of Candor in starts of its own, while customers buy and watch (needs nats-server)',
  sizes: { kills: 5, lanes: 8, sockets: 24, barMs: 10_000 },
  smokeSizes: { kills: 1, lanes: 2, sockets: 4, barMs: 60_000 },
  async run({ sizes, progress }) {
    if (!hasNats()) {
      progress('roles: not tried, because there is no nats-server; CANDOR_NATS_SERVER names one')
      return [{ name: 'roles (not tried: no nats-server)', size: 0, failures: [] }]
    }
    const candor = await PartedCandor.open()
    try {
      return await killEach(candor, sizes, progress)
    } finally {
      await candor.close()
    }
  },
})

type RoleSizes = Readonly<Record<'kills' | 'lanes' | 'sockets' | 'barMs', number>>

async function killEach(candor: PartedCandor, sizes: RoleSizes, progress: (line: string) => void): Promise<Finding[]> {
  const { owner } = candor
  const trading = await prepare(owner, Math.max(sizes.lanes * customersPerLane, sizes.sockets) + revoked)
  const ended = trading.tokens.slice(-revoked)
  const tokens = trading.tokens.slice(0, -revoked)
  const [port, otherPort] = [candor.portOf('api 1'), candor.portOf('api 2')]
  const customers = new OrderCustomers({ ...trading, tokens, port, otherPort, lanes: sizes.lanes })
  const ports = [candor.portOf('realtime 1'), candor.portOf('realtime 2')]
  const sockets = tokens.slice(0, sizes.sockets).map((token, index) => new SocketCustomer(token, ports, index))
  try {
    await customers.untilWritable(performance.now(), giveUpMs)
    const findings: Finding[] = []
    for (const name of partNames) {
      findings.push(await killOften({ candor, customers, sockets }, name, sizes))
      progress(`${name}: ${sizes.kills} kills, ${customers.acknowledged.size} orders acknowledged`)
    }
    findings.push(await endSessions(candor, ended, ports))
    findings.push(await settleAndCompare(candor, customers, sockets))
    return findings
  } finally {
    for (const socket of sockets) socket.close()
  }
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

interface World {
  readonly candor: PartedCandor
  readonly customers: OrderCustomers
  readonly sockets: readonly SocketCustomer[]
}

/** Kills a part while customers buy: orders are accepted again in time, and every socket is shown new frames. */
async function killOften({ candor, customers, sockets }: World, name: PartName, sizes: RoleSizes): Promise<Finding> {
  const failures: string[] = []
  const [writableMs, watchingMs, backMs]: [number[], number[], number[]] = [[], [], []]
  for (let nth = 0; nth < sizes.kills; nth += 1) {
    const over = new AbortController()
    const storm = customers.storm(over.signal)
    await sleep(500)
    const sinceMs = performance.now()
    const coming = candor.kill(name)
    const killedAtSlot = await newestSlot(candor.owner)
    writableMs.push(await customers.untilWritable(sinceMs, giveUpMs))
    watchingMs.push(await untilAll(sockets, ({ isLoggedIn, slot }) => isLoggedIn && slot > killedAtSlot, sinceMs))
    backMs.push(await coming)
    over.abort()
    await storm
    await customers.repeatRound()
  }
  for (const [what, took] of [
    ['orders were accepted again', writableMs],
    ['every socket saw a new frame', watchingMs],
  ] as const)
    if (Math.max(...took) > sizes.barMs)
      failures.push(`${name}: ${what} only after ${Math.round(Math.max(...took))} ms`)
  const figures = {
    writableMaxMs: Math.max(...writableMs),
    watchingMaxMs: Math.max(...watchingMs),
    backMaxMs: Math.max(...backMs),
  }
  return { name: `kill ${name}`, size: sizes.kills, failures, figures }
}

/** Waits until all of them are so, and returns how long it took; the give-up time where they never are. */
async function untilAll<T>(all: readonly T[], isSo: (one: T) => boolean, sinceMs: number): Promise<number> {
  for (;;) {
    const tookMs = performance.now() - sinceMs
    if (all.every(isSo) || tookMs > giveUpMs) return tookMs
    await sleep(20)
  }
}

async function newestSlot(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ slot: bigint }>('select slot from market.frame order by slot desc limit 1')
  return Number(rows[0]?.slot ?? 0)
}

/** Ends a session at one API: the other one refuses it, and its socket closes, within a second, also without NATS. */
async function endSessions(
  candor: PartedCandor,
  tokens: readonly string[],
  ports: readonly number[],
): Promise<Finding> {
  const failures: string[] = []
  const figures: Record<string, number> = {}
  const [withNats = '', withoutNats = ''] = tokens
  Object.assign(figures, await endSession(candor, withNats, { ports, label: 'with NATS', failures }))
  await candor.killNats()
  Object.assign(figures, await endSession(candor, withoutNats, { ports, label: 'without NATS', failures }))
  await candor.restartNats()
  return { name: 'sessions end everywhere', size: tokens.length, failures, figures }
}

async function endSession(
  candor: PartedCandor,
  token: string,
  { ports, label, failures }: { ports: readonly number[]; label: string; failures: string[] },
): Promise<Record<string, number>> {
  const socket = new SocketCustomer(token, ports, 1)
  await untilAll([socket], ({ isLoggedIn }) => isLoggedIn, performance.now())
  const [one, other] = [await openFormClient(candor.portOf('api 1')), await openFormClient(candor.portOf('api 2'))]
  const isKnown = async () => (await other.post('/api/message/unread', '', token)).includes('"code":1')
  // The other process remembers the session from now on.
  if (!(await isKnown())) failures.push(`${label}: the session is not known at the second API`)
  const sinceMs = performance.now()
  await one.post('/api/user/logout', '', token)
  while (performance.now() - sinceMs < giveUpMs && (await isKnown())) await sleep(20)
  const refusedMs = performance.now() - sinceMs
  await untilAll([socket], ({ ended }) => ended !== null, sinceMs)
  const closedMs = (socket.ended?.atMs ?? Infinity) - sinceMs
  for (const [what, took] of [
    ['refused', refusedMs],
    ['closed on its socket', closedMs],
  ] as const)
    if (took > revokedWithinMs) failures.push(`${label}: the session was ${what} only after ${Math.round(took)} ms`)
  for (const opened of [one, other, socket]) opened.close()
  return { [`${label} refusedMs`]: refusedMs, [`${label} closedMs`]: closedMs }
}

/** Settles what is open: nothing is lost or doubled, each slot is stored or logged missing, each order was shown. */
async function settleAndCompare(
  candor: PartedCandor,
  customers: OrderCustomers,
  sockets: readonly SocketCustomer[],
): Promise<Finding> {
  const { owner } = candor
  const failures = [...customers.failures]
  const untilMs = performance.now() + 2 * giveUpMs
  while ((await count(owner, openOrders)) > 0 && performance.now() < untilMs) await sleep(500)
  const open = await count(owner, openOrders)
  if (open > 0) failures.push(`${open} orders were never settled`)
  await customers.compare(owner)
  failures.push(...customers.failures.slice(failures.length))
  for (const { invariant, detail } of (await checkLedger(owner)).mismatches) failures.push(`${invariant}: ${detail}`)
  const unlogged = await count(owner, unloggedSlots)
  if (unlogged > 0) failures.push(`${unlogged} slots are neither stored nor logged as missing`)
  const reconnects = sockets.reduce((sum, socket) => sum + socket.reconnects, 0)
  const { shown, missed } = await compareShown(owner, sockets)
  if (missed > 0) failures.push(`${missed} settled orders were never shown on their customers' sockets`)
  return {
    name: 'orders, ledger, slots',
    size: customers.acknowledged.size,
    failures,
    figures: {
      unanswered: customers.unanswered,
      missingSlots: await count(owner, 'select coalesce(sum(to_slot - from_slot + 1), 0)::bigint as n from market.gap'),
      socketReconnects: reconnects,
      settledShown: shown,
    },
  }
}

/** Compares the settled orders of the customers with sockets, who were stored first, with what these were shown. */
async function compareShown(owner: Pool, sockets: readonly SocketCustomer[]) {
  // Orders that were settled last may be on their way.
  await sleep(5_000)
  const { rows } = await owner.query<{ place: number; order_id: bigint }>(
    `select place, order_id from contract.contract_order join (
       select customer_id, (row_number() over (order by customer_id))::integer as place from identity.customer
     ) as customer using (customer_id) where place <= $1 and state = 'closed'`,
    [sockets.length],
  )
  const missed = rows.filter(({ place, order_id: id }) => sockets[place - 1]?.shownClosed.has(String(id)) !== true)
  return { shown: rows.length - missed.length, missed: missed.length }
}

const openOrders = "select count(*) as n from contract.contract_order where state = 'open'"
const unloggedSlots = `
  with seen as (select min(slot) as first, max(slot) as last, count(*) as stored from market.frame)
  select last - first + 1 - stored
    - coalesce((select sum(to_slot - from_slot + 1) from market.gap where from_slot > first), 0)::bigint as n
  from seen`

async function count(owner: Pool, sql: string): Promise<number> {
  const { rows } = await owner.query<{ n: bigint }>(sql)
  return Number(rows[0]?.n ?? 0)
}
