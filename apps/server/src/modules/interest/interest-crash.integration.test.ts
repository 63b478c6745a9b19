import { join } from 'node:path'
import { dayMs } from '@candor/formulas'
import { expect, test } from 'vitest'
import { closeAfterTests, openDurableDatabase } from '../../platform/postgres/test-database.ts'
import { killDuring, runUntilKilled } from '../ledger/testing/crashes.ts'
import { checkLedger } from '../soundness/index.ts'
import { startMaturityWatch } from './maturity-watch.ts'
import { minuteMs, openInterestWorld } from './testing/interest-world.ts'

const granted = 10_000_000_000n
/** The interest on 100 USDT for a minute. */
const interest = 6n
const ordersEach = 6
const backWithinMs = 20_000

const database = closeAfterTests(await openDurableDatabase())
const world = closeAfterTests(await openInterestWorld(database))

interface Opened {
  readonly customers: readonly bigint[]
  readonly due: string[]
  /** One of a week, which has to stay as it is. */
  readonly later: string
}

/** Adds four customers, one of each stripe, the first with an order of a week. */
async function prepare(): Promise<Opened> {
  const customers: bigint[] = []
  for (let count = 0; count < 4; count += 1) customers.push(await world.addCustomer())
  const { id: later } = await world.open(customers[0] ?? 0n, { durationMs: 7 * dayMs, amount: '100' })
  return { customers, due: [], later }
}

/** Opens one-minute orders for each customer, and lets the minute pass without a watch. */
async function openDue({ customers, due }: Opened): Promise<void> {
  for (const customerId of customers)
    for (let count = 0; count < ordersEach; count += 1) due.push((await world.open(customerId, { amount: '100' })).id)
  await world.advance(minuteMs)
}

/** Pays what is left, like a restarting server. */
async function payTheRest(due: readonly string[]): Promise<void> {
  const watch = startMaturityWatch({ ...world.deps, repeat: () => () => undefined })
  const giveUpMs = performance.now() + backWithinMs
  while ((await earning(due)).length > 0 && performance.now() < giveUpMs) await watch.look()
  await watch.stop()
}

async function earning(terms: readonly string[]): Promise<string[]> {
  const { rows } = await world.ledger.owner.query<{ id: string }>(
    `select order_id::text as id from interest.interest_order where state = 'earning' and order_id = any($1) order by order_id`,
    [terms],
  )
  return rows.map(({ id }) => id)
}

/** Each order was paid back once, with its interest, and its customer has one message of it; the books are right. */
async function verify({ customers, due, later }: Opened): Promise<void> {
  const { rows } = await world.ledger.owner.query<Record<'matured' | 'paid' | 'messages', bigint>>(
    `select count(*) filter (where e.kind = 'term-matured') as matured,
      count(*) filter (where e.kind = 'interest-paid') as paid,
       (select count(*) from message.message where subject = 'term:' || t.order_id) as messages
     from interest.interest_order as t join ledger.posting as e on e.ref = t.order_id and e.account_id = t.account_id
       and e.kind <> 'term-opened'
     where t.state = 'matured' and t.order_id = any($1) group by t.order_id`,
    [due],
  )
  expect(rows).toEqual(due.map(() => ({ matured: 1n, paid: 1n, messages: 1n })))
  expect(await earning([later])).toEqual([later])
  const earned = interest * BigInt(due.length / customers.length)
  for (const [place, customerId] of customers.entries()) {
    const inTerms = place === 0 ? 100_000_000n : 0n
    expect(await world.money(customerId)).toEqual({ available: granted + earned - inTerms, inTerms })
  }
  expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
}

/** Runs a process that pays until it has reported so many orders, and kills it there. Returns the reported orders. */
async function payUntilKilled(lines: number): Promise<string[]> {
  const program = join(import.meta.dirname, 'testing/maturity-process.ts')
  const told: string[] = []
  await runUntilKilled(program, [database.appUrl], (line) => {
    // The last line of a killed process may be cut short.
    const [, id] = /^paid (\d+)\.$/.exec(line) ?? []
    if (id !== undefined) told.push(id)
    return told.length === lines
  })
  return told
}

test('SIGKILL of the server while it pays back, again and again, pays each order once, also what fell due while no server ran', async () => {
  const opened = await prepare()
  const told: string[] = []
  // Two orders are paid per batch: a kill falls between two reports, or within the next batch.
  for (const lines of [1, 2, 3, 4]) {
    await openDue(opened)
    told.push(...(await payUntilKilled(lines)))
    expect(await earning(told)).toEqual([])
  }
  await payTheRest(opened.due)
  expect(new Set(told).size).toBe(told.length)
  await verify(opened)
})

test('SIGKILL of PostgreSQL while orders are paid back, before, within and after a batch, pays each order once', async () => {
  const { postgres } = database
  const opened = await prepare()
  await openDue(opened)
  const watch = startMaturityWatch({ ...world.deps, batchSize: 2, repeat: () => () => undefined })
  for (const afterMs of [0, 2, 5, 10]) {
    // A poll never throws: the watch polls again a second later.
    await killDuring(postgres, watch.look(), afterMs)
  }
  await watch.stop()
  await payTheRest(opened.due)
  await verify(opened)
})
