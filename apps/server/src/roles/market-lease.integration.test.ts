import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { endLease, holdLease, seedMarket } from '../modules/market/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import { environmentOf, parseConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { testDatabase } from '../platform/postgres/test-database.ts'
import { leaseFor, MarketLease } from './market-lease.ts'

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const market = createPool(database.marketUrl, 'test-market')
const logger = createLogger({ level: 'silent', role: 'test' })
await seedMarket(owner, systemClock)

const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  running.clear()
})
afterAll(() => Promise.all([owner.end(), market.end()]))

/** Starts a market in a process of its own, and waits until it publishes or stands by. */
async function startMarket(): Promise<{ child: ChildProcess; slots: number[] }> {
  const config = parseConfig({ CANDOR_FEED: 'simulated:7', CANDOR_MARKET_DATABASE_URL: database.marketUrl })
  const child = fork(fileURLToPath(new URL('run-market.ts', import.meta.url)), [], {
    env: environmentOf('market', config),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const slots: number[] = []
  const ready = Promise.withResolvers<void>()
  child.on('message', (message: { kind: string; frame?: { slot: number } }) => {
    if (message.kind === 'ready') ready.resolve()
    if (message.frame !== undefined) slots.push(message.frame.slot)
  })
  await ready.promise
  return { child, slots }
}

async function storedFrames(): Promise<{ slots: number[]; missed: number[]; terms: number[] }> {
  const { rows } = await owner.query<{ slot: bigint; term: bigint }>(
    'select slot, term from market.frame order by slot',
  )
  const { rows: gaps } = await owner.query<{ slot: bigint }>(
    'select generate_series(from_slot, to_slot) as slot from market.gap order by 1',
  )
  return {
    slots: rows.map(({ slot }) => Number(slot)),
    missed: gaps.map(({ slot }) => Number(slot)),
    terms: rows.map(({ term }) => Number(term)),
  }
}

test('is held by one market at a time, and each holder begins a later term', async () => {
  const one = { holder: 'one', term: 0, forMs: 10_000 }
  const term = (await holdLease(market, one)) ?? 0
  expect(term).toBeGreaterThan(0)
  expect(await holdLease(market, { ...one, holder: 'other' })).toBeNull()
  expect(await holdLease(market, { ...one, term })).toBe(term)
  // A process that lost its term is another one.
  expect(await holdLease(market, one)).toBeNull()
  await endLease(market, { holder: 'other', term })
  expect(await holdLease(market, { ...one, holder: 'other' })).toBeNull()
  await endLease(market, { holder: 'one', term })
  expect(await holdLease(market, { ...one, holder: 'other', forMs: 100 })).toBe(term + 1)
  expect(await holdLease(market, { ...one, term })).toBeNull()
  await expect.poll(() => holdLease(market, { ...one, term, forMs: 100 })).toBe(term + 2)
})

test('does not bind for longer than a lease can last, where the clock of the database was set back', async () => {
  await owner.query('update market.lease set until_ms = $1', [Date.now() + 3_600_000])
  expect(await holdLease(market, { holder: 'later', term: 0, forMs: 100 })).not.toBeNull()
})

test('is free at once for another market where its holder gives it up, and can be taken again', async () => {
  await owner.query('update market.lease set until_ms = 0')
  const [one, other] = [0, 1].map(() => new MarketLease({ pool: market, clock: systemClock, logger, metrics: null }))
  expect(await one?.tryAcquire()).toBe(true)
  expect(await other?.tryAcquire()).toBe(false)
  await one?.giveUp()
  expect([one?.isHeld, one?.term, await other?.tryAcquire()]).toEqual([false, null, true])
  await other?.release()
  expect(await one?.acquire()).toBe(true)
  await one?.release()
})

test('lasts longer the longer a renewal takes: until the next one, and at most 5 s', () => {
  expect([0, 200, 300, 1_400, 9_000].map(leaseFor)).toEqual([800, 800, 1_000, 3_200, 5_000])
})

test('is looked at by a market that stands by without a lock, which would make the holder wait', async () => {
  await owner.query('update market.lease set until_ms = $1', [Date.now() + 5_000])
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('select from market.lease for no key update')
  expect(await holdLease(market, { holder: 'later', term: 0, forMs: 100 })).toBeNull()
  await holder.query('rollback')
  holder.release()
})

test.each([3_600_000, -3_600_000])('is not for a market whose clock is %d ms off the database', async (offMs) => {
  await owner.query('update market.lease set until_ms = 0')
  let stepMs = offMs
  const alarms = new Set<string>()
  const clock: Clock = { nowMs: () => Date.now() + stepMs }
  const lease = new MarketLease({
    pool: market,
    clock,
    logger,
    metrics: {
      framePublished: () => undefined,
      ticks: () => undefined,
      alarm: (name, isRaised) => (isRaised ? alarms.add(name) : alarms.delete(name)),
    },
  })
  expect(await lease.tryAcquire()).toBe(false)
  expect([...alarms]).toEqual(['market-clock-differs'])
  stepMs = 0
  expect(await lease.tryAcquire()).toBe(true)
  expect(alarms.size).toBe(0)
  // Another market may have the right time.
  stepMs = offMs
  await lease.lost()
  expect([lease.term, ...alarms]).toEqual([null, 'market-clock-differs'])
  await lease.release()
})

test.each([null, 0, 99, 10_001])('does not last %s ms', async (forMs) => {
  await expect(market.query('select market.hold_lease($1, $2, $3)', ['one', 0, forMs])).rejects.toMatchObject({
    code: '22023',
  })
})

test('lets a market that stands by take over after a kill, and the slots between are gaps', async () => {
  const first = await startMarket()
  await expect.poll(() => first.slots.length).toBeGreaterThan(1)
  const second = await startMarket()
  expect(second.slots).toEqual([])
  const before = (await storedFrames()).slots.at(-1) ?? 0
  first.child.kill('SIGKILL')
  await expect.poll(() => second.slots.length).toBeGreaterThan(2)
  const { slots, missed, terms } = await storedFrames()
  expect(terms.at(-1)).toBeGreaterThan(terms[0] ?? Infinity)
  expect(terms).toEqual(terms.toSorted((left, right) => left - right))
  const between = missed.filter((slot) => slot > before)
  // Three on a quiet machine: the lease runs out after 800 ms, and the feed is opened.
  expect(between.length).toBeLessThanOrEqual(6)
  expect([...slots, ...missed].toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: slots.length + missed.length }, (_, index) => (slots[0] ?? 0) + index),
  )
})

test('makes a paused market publish nothing once another has taken over', async () => {
  const first = await startMarket()
  await expect.poll(() => first.slots.length).toBeGreaterThan(1)
  const second = await startMarket()
  first.child.kill('SIGSTOP')
  await expect.poll(() => second.slots.length).toBeGreaterThan(1)
  first.child.kill('SIGCONT')
  const before = (await storedFrames()).slots.length
  // Where the machine is so busy that the second loses its lease, too, the first goes on in a later term.
  await expect.poll(async () => (await storedFrames()).slots.length).toBeGreaterThan(before + 5)
  const { slots, terms } = await storedFrames()
  const termOf = new Map(slots.map((slot, index) => [slot, terms[index] ?? 0]))
  const termsOf = (market: { slots: number[] }) => new Set(market.slots.map((slot) => termOf.get(slot) ?? 0))
  expect([...termsOf(first)].filter((term) => termsOf(second).has(term))).toEqual([])
  expect(terms).toEqual(terms.toSorted((left, right) => left - right))
  // It stands by: when the other ends, it publishes again.
  const [term] = termsOf(second)
  second.child.kill('SIGTERM')
  await once(second.child, 'exit')
  const later = first.slots.length
  await expect.poll(() => first.slots.length).toBeGreaterThan(later)
  expect((await storedFrames()).terms.at(-1)).toBeGreaterThan(term ?? Infinity)
})
