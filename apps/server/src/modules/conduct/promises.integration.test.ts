import { randomUUID } from 'node:crypto'
import { dayMs, slotMs } from '@candor/formulas'
import { expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { openLogWorld } from '../transparency/testing/log-world.ts'
import { countConduct } from './conduct-watch.ts'

const [secondMs, minuteMs] = [1_000, 60_000]

const database = await testDatabase()
const log = closeAfterTests(await openLogWorld(database))
const world = closeAfterTests(await openLedgerWorld(database))
const customers = await Promise.all(Array.from({ length: 3 }, () => world.openNextCustomer()))

const nowMs = () => genesisMs + world.slot * slotMs + 250
const pass = (ms: number) => world.moveTo(world.slot + Math.ceil(ms / slotMs))

interface Levels {
  readonly done: number
  readonly inTime: number
  readonly medianMs: number | null
  readonly ninetyFiveMs: number | null
  readonly slowestMs: number | null
  readonly overdueNow: number
}

async function levelsOf(name: 'settled' | 'answered' | 'logged'): Promise<Levels> {
  const { rows } = await world.app.query<{ levels: Levels }>(
    `select json_build_object('done', done, 'inTime', in_time, 'medianMs', median_ms, 'ninetyFiveMs', ninety_five_ms,
       'slowestMs', slowest_ms, 'overdueNow', overdue_now) as levels
     from conduct.promise_levels(clock.now_ms() - 30 * 86400000::bigint) where name = $1`,
    [name],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`there is no promise ${name}`)
  return row.levels
}

/** The same figures from the times of single cases, which are counted as rounded up. */
function recount(tookMs: readonly number[], promiseMs: number, overdueNow: number): Levels {
  const step = (ms: number) =>
    ms <= 100 ? 1 : ms <= secondMs ? 10 : ms <= 10 * secondMs ? 100 : ms <= 10 * minuteMs ? secondMs : minuteMs
  const took = tookMs.map((ms) => Math.max(1, Math.ceil(ms / step(ms)) * step(ms))).toSorted((a, b) => a - b)
  const at = (share: number) => took[Math.ceil(took.length * share) - 1] ?? null
  const inTime = tookMs.filter((ms) => ms <= promiseMs).length
  const slowestMs = took.at(-1) ?? null
  return { done: took.length, inTime, medianMs: at(0.5), ninetyFiveMs: at(0.95), slowestMs, overdueNow }
}

test('counts how long after their end contracts were settled, also those that were void', async () => {
  const termsId = await world.offer({ instrumentId: 1, durationSlots: 4 })
  const agrees = async (overdueNow: number) => {
    await countConduct(world.app)
    const { rows } = await world.owner.query<{ exit_slot: bigint; settled_ms: bigint }>(
      "select exit_slot, settled_ms from contract.contract_order where state = 'closed'",
    )
    const took = rows.map((row) => Number(row.settled_ms) - (genesisMs + (Number(row.exit_slot) + 1) * slotMs))
    expect(await levelsOf('settled')).toEqual(recount(took, 5 * secondMs, overdueNow))
  }
  await agrees(0)
  for (const lateMs of [0, 0, 40, 900, 4_750, 4_751, 5_250, 47_000]) {
    await world.publish()
    const order = { customerId: customers[0] ?? 1n, termsId, durationSlots: 4, stakeUnits: 10_000_000n }
    await world.place([{ ...order, requestId: randomUUID(), direction: lateMs > 900 ? 'up' : 'down' }])
    await world.publishThrough(world.slot + 5, { 1: { price: 101n, state: lateMs === 900 ? 2 : 1 } })
    await world.owner.query('update clock.setting set virtual_now_ms = virtual_now_ms + $1', [lateMs])
    if (lateMs === 47_000) await agrees(1)
    await world.settleAll()
    await agrees(0)
    await pass(lateMs)
  }
  const { done, inTime, slowestMs } = await levelsOf('settled')
  expect(done).toBe(8)
  expect(inTime).toBeLessThan(8)
  expect(slowestMs).toBeGreaterThan(47_000)
  expect((await world.owner.query("select from contract.contract_order where result = 'void'")).rowCount).toBe(1)
})

test('counts how long a booking waited for the signature of the log', async () => {
  const events = log.eventsLog()
  const signed: number[] = []
  // What was booked before the log began has not waited for it.
  await pass(secondMs)
  await log.seal(events)
  expect((await levelsOf('logged')).done).toBe(0)
  const unsigned = async () => {
    const { rows } = await world.owner.query<{ at_ms: bigint }>(
      `select at_ms from ledger.link where not exists (
         select from transparency.leaf_of_batch as leaf where leaf.stripe = link.stripe and leaf.seq = link.seq)`,
    )
    return rows.map((row) => nowMs() - Number(row.at_ms))
  }
  for (const waitMs of [0, 2_000, 60_000]) {
    await world.openNextCustomer()
    await world.publish()
    const termsId = await world.offer({ instrumentId: 1, durationSlots: 4 })
    const order = { customerId: customers[1] ?? 1n, termsId, durationSlots: 4, stakeUnits: 10_000_000n }
    await world.place([{ ...order, requestId: randomUUID() }])
    await pass(waitMs)
    const waiting = await unsigned()
    const late = waiting.filter((ms) => ms > 10 * secondMs).length
    expect(await levelsOf('logged')).toEqual(recount(signed, 10 * secondMs, late))
    await log.seal(events)
    expect(await unsigned()).toEqual([])
    signed.push(...waiting)
    expect(await levelsOf('logged')).toEqual(recount(signed, 10 * secondMs, 0))
  }
  expect((await levelsOf('logged')).inTime).toBeLessThan(signed.length)
  // A day later than thirty they are in no figure.
  await pass(31 * dayMs)
  expect(await levelsOf('logged')).toMatchObject({ done: 0, medianMs: null })
  expect(await levelsOf('settled')).toMatchObject({ done: 0, slowestMs: null })
})

test('counts how long customers waited for the first answer of a person, in opening hours', async () => {
  const { secret } = await logInOperator(world, { name: 'agent', roles: ['support'] })
  const took: number[] = []
  const agrees = async (overdueNow: number) =>
    expect(await levelsOf('answered')).toEqual(exact(took, 5 * minuteMs, overdueNow))
  await agrees(0)
  const [first, second, third] = customers.map(
    (customerId) => () => world.app.query(postSql, [customerId, randomUUID()]),
  )
  await first?.()
  await pass(minuteMs)
  await agrees(0)
  const id = await conversationOf(customers[0])
  await act(secret, 'claim', id)
  // A claim is no answer.
  await agrees(0)
  await pass(minuteMs)
  await answer(secret, id)
  took.push(2 * minuteMs)
  await agrees(0)
  // A further question is no new wait for a first answer.
  await first?.()
  await pass(10 * minuteMs)
  await agrees(0)
  await act(secret, 'close', id)
  await agrees(0)

  // Closed without an answer: the promise is broken, however soon that was.
  await second?.()
  await pass(minuteMs)
  const other = await conversationOf(customers[1])
  await act(secret, 'claim', other)
  await act(secret, 'close', other)
  took.push(minuteMs)
  expect(await levelsOf('answered')).toMatchObject({ done: 2, inTime: 1, overdueNow: 0 })

  await third?.()
  await pass(6 * minuteMs)
  expect(await levelsOf('answered')).toMatchObject({ done: 2, overdueNow: 1 })

  // Outside of the opening hours nothing is promised.
  await world.owner.query("update support.setting set days = '[]'")
  await first?.()
  await pass(6 * minuteMs)
  expect(await levelsOf('answered')).toMatchObject({ done: 2, overdueNow: 1 })
})

const postSql = `select support.post($1, $2, '{"kind": "text", "text": "Hello"}')`
const exact = (took: readonly number[], promiseMs: number, overdueNow: number): Levels => {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null
  const inTime = took.filter((ms) => ms <= promiseMs).length
  return {
    done: took.length,
    inTime,
    medianMs: at(0.5),
    ninetyFiveMs: at(0.95),
    slowestMs: sorted.at(-1) ?? null,
    overdueNow,
  }
}

async function conversationOf(customerId: bigint | undefined): Promise<bigint> {
  const { rows } = await world.app.query<{ id: bigint }>(
    'select conversation_id as id from support.conversation where customer_id = $1',
    [customerId],
  )
  return rows[0]?.id ?? 0n
}

async function act(secret: string, name: 'claim' | 'close', id: bigint): Promise<void> {
  await world.app.query(`select support.${name}($1, $2)`, [secret, id])
}

async function answer(secret: string, id: bigint): Promise<void> {
  await world.app.query(`select support.answer($1, $2, $3, '{"kind": "text", "text": "Here I am"}', true)`, [
    secret,
    id,
    randomUUID(),
  ])
}
