import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { brokenInvariants } from './killable-candor.ts'
import type { Finding } from './trial.ts'
import type { WatchedCandor } from './watched-kills.ts'

const settledWithinMs = 120_000

/** An order that was settled and never shown on its customer's socket. */
interface MissedOrder {
  readonly id: string
  readonly token: string
}

/**
 * Settles what is open: nothing is lost or doubled, the ledger is sound, each slot is stored or logged missing. Orders
 * that were never shown on their customers' sockets are left to the caller.
 */
export async function settleAndCompare({
  candor,
  customers,
  sockets,
  tokens,
}: WatchedCandor): Promise<Finding & { readonly missed: readonly MissedOrder[] }> {
  const { owner } = candor
  const failures: string[] = []
  const untilMs = performance.now() + settledWithinMs
  while ((await count(owner, openOrders)) > 0 && performance.now() < untilMs) await sleep(500)
  const open = await count(owner, openOrders)
  if (open > 0) failures.push(`${open} orders were never settled`)
  await customers.compare(owner)
  failures.push(...customers.failures, ...(await brokenInvariants(owner)))
  const unlogged = await count(owner, unloggedSlots)
  if (unlogged > 0) failures.push(`${unlogged} slots are neither stored nor logged as missing`)
  const closed = await closedOf(owner, sockets.length)
  const missed = closed
    .filter(({ place, id }) => sockets[place - 1]?.shownClosed.has(id) !== true)
    .map(({ place, id }) => ({ id, token: tokens[place - 1] ?? '' }))
  return {
    name: 'orders, ledger, slots',
    size: customers.acknowledged.size,
    failures,
    figures: {
      unanswered: customers.unanswered,
      missingSlots: await count(owner, 'select coalesce(sum(to_slot - from_slot + 1), 0)::bigint as n from market.gap'),
      socketReconnects: sockets.reduce((sum, socket) => sum + socket.reconnects, 0),
      settledShown: closed.length - missed.length,
    },
    missed,
  }
}

/** The settled orders of the customers with sockets, who were stored first. */
async function closedOf(owner: Pool, customers: number) {
  // Orders that were settled last may be on their way.
  await sleep(5_000)
  const { rows } = await owner.query<{ place: number; order_id: bigint }>(
    `select place, order_id from contract.contract_order join (
       select customer_id, (row_number() over (order by customer_id))::integer as place from identity.customer
     ) as customer using (customer_id) where place <= $1 and state = 'closed'`,
    [customers],
  )
  return rows.map(({ place, order_id: id }) => ({ place, id: String(id) }))
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
