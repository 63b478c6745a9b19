import { randomUUID } from 'node:crypto'
import { sharePpm, slotMs } from '@candor/formulas'
import { formatUnits } from '@candor/money'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { startAcceptanceWatch } from './acceptance-watch.ts'
import { createConductService } from './conduct-service.ts'
import { countSettled } from './conduct-store.ts'
import { countConduct } from './conduct-watch.ts'
import { readHistory } from './history-service.ts'

const dayMs = 86_400_000
const daySlots = dayMs / slotMs
const coin = 1_000_000n
const bands = [0n, 10n, 50n, 200n, 1_000n].map((from) => from * coin)
const durations = [4, 6, 60]
const stakes = [1n, 9n, 10n, 49n, 50n, 120n, 999n, 1_000n]

let customers: bigint[]
const terms = new Map<number, bigint>()

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
for (const durationSlots of durations) {
  const windows = durationSlots === 60 ? { entryWindowSlots: 10, exitWindowSlots: 10 } : {}
  terms.set(durationSlots, await world.offer({ instrumentId: 1, durationSlots, ...windows }))
}
const clock = manualClock(0)
const service = createConductService({ pool: world.app, clock })

interface OrderRow {
  readonly customer_id: bigint
  readonly duration_slots: number
  readonly stake: bigint
  readonly fee: bigint
  readonly profit: bigint
  readonly result: 'won' | 'lost' | 'tie' | 'void'
  readonly void_reason: string | null
  readonly net: bigint
  readonly settled_ms: bigint
}

/** Numbers that look random and are the same in each run. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % below
  }
}

/** Places orders of all kinds for an hour of frames, some of them stale, and settles them. */
async function trade(seed: number, rounds: number): Promise<void> {
  const next = sequence(seed)
  for (let round = 0; round < rounds; round += 1) {
    await world.publish()
    for (let count = next(4) + 1; count > 0; count -= 1) {
      const durationSlots = durations[next(durations.length)] ?? 4
      const [placed] = await world.place([
        {
          customerId: customers[next(customers.length)] ?? 1n,
          requestId: randomUUID(),
          stakeUnits: (stakes[next(stakes.length)] ?? 1n) * coin,
          termsId: terms.get(durationSlots) ?? 0n,
          durationSlots,
          direction: next(2) === 0 ? 'up' : 'down',
          asset: next(3) === 0 ? 'USDT' : 'USD',
        },
      ])
      expect(placed).toMatchObject({ outcome: 'accepted' })
    }
    const state = next(6) === 0 ? 2 : 1
    await world.publishThrough(world.slot + next(5), { 1: { price: BigInt(99 + next(3)), state } })
    await world.settleAll()
  }
  await world.publishThrough(world.slot + 90)
  await world.settleAll()
}

/** All closed orders of the days from `from` to `to`. */
async function closedOrders(from: number, to: number): Promise<readonly OrderRow[]> {
  const { rows } = await world.owner.query<OrderRow>(
    `select customer_id, duration_slots, stake, fee, profit, result, void_reason, net, settled_ms
     from contract.contract_order where state = 'closed'`,
  )
  return rows.filter(({ settled_ms: atMs }) => {
    const day = Math.floor(Number(atMs) / dayMs)
    return day >= from && day <= to
  })
}

const sum = (orders: readonly OrderRow[], of: (order: OrderRow) => bigint): bigint =>
  orders.reduce((total, order) => total + of(order), 0n)
const isDecided = ({ result }: OrderRow): boolean => result === 'won' || result === 'lost'

async function today(): Promise<number> {
  const { rows } = await world.app.query<{ day: number }>('select (clock.now_ms() / 86400000)::integer as day')
  return rows[0]?.day ?? 0
}

async function odds() {
  clock.advance(31_000)
  return service.odds()
}

async function allowFew(): Promise<void> {
  await world.owner.query(
    'update conduct.setting set min_customers = 1, min_contracts = 1, min_group_contracts = 1, min_accepted_orders = 2',
  )
}

describe('figures of contracts', () => {
  let firstDay: number

  beforeAll(async () => {
    customers = []
    for (let count = 0; count < 6; count += 1) customers.push(await world.openNextCustomer())
    firstDay = await today()
    await trade(7, 25)
    // Counted in the middle of a day, and batch by batch.
    await countSettled(world.app, 1)
    await trade(8, 25)
  })

  test('are not shown of a day that is not whole', async () => {
    await countConduct(world.app)
    const { throughMs, newestDay, spans } = await odds()
    expect({ throughMs, newestDay }).toEqual({ throughMs: null, newestDay: null })
    expect(spans[0]).toMatchObject({ days: 30, contracts: { won: 0, lost: 0, tied: 0, voided: 0 } })
  })

  test('are hidden of too few contracts, with how many are missing', async () => {
    await world.moveTo(world.slot + daySlots)
    await countConduct(world.app)
    const orders = await closedOrders(firstDay, firstDay)
    const decided = orders.filter(isDecided)
    expect(decided.length).toBeGreaterThan(50)
    const [month] = (await odds()).spans
    const traders = new Set(decided.map((order) => order.customer_id)).size
    expect(month?.losers).toEqual({ customers: traders, missing: 500 - traders, lost: null })
    expect(month?.payout).toEqual({ decided: decided.length, missing: 10_000 - decided.length, sums: null })
    expect(month?.byStake.every(({ wins, missing, decided: few }) => wins === null && missing === 1_000 - few)).toBe(
      true,
    )
    expect(month?.byDuration.map(({ durationMs }) => durationMs)).toEqual(durations.map((slots) => slots * slotMs))
    expect(month?.voids.length).toBeGreaterThan(0)
  })

  test('equal a recount of all orders by other code', async () => {
    await allowFew()
    await trade(9, 25)
    await world.moveTo(world.slot + daySlots)
    await countConduct(world.app)
    const lastDay = (await today()) - 1
    const { throughMs, sinceMs, spans } = await odds()
    expect({ throughMs, sinceMs }).toEqual({ throughMs: (lastDay + 1) * dayMs, sinceMs: firstDay * dayMs })
    const orders = await closedOrders(firstDay, lastDay)
    const decided = orders.filter(isDecided)
    for (const span of spans) {
      const count = (result: OrderRow['result']) => orders.filter((order) => order.result === result).length
      expect(span.contracts).toEqual({
        won: count('won'),
        lost: count('lost'),
        tied: count('tie'),
        voided: count('void'),
      })
      const results = customers.map((id) => decided.filter((order) => order.customer_id === id))
      expect(span.losers).toEqual({
        customers: results.filter((own) => own.length > 0).length,
        missing: 0,
        lost: results.filter((own) => sum(own, ({ net }) => net) < 0n).length,
      })
      const paidIn = sum(decided, ({ stake, fee }) => stake + fee)
      const paidOut = sum(decided, ({ result, stake, profit }) => (result === 'won' ? stake + profit : 0n))
      expect(span.payout.sums).toEqual({ paidIn: formatUnits(paidIn), paidOut: formatUnits(paidOut) })
      for (const [index, from] of bands.entries()) {
        const to = bands[index + 1]
        const own = orders.filter(({ stake }) => stake >= from && (to === undefined || stake < to))
        expect(span.byStake[index]).toMatchObject({
          stakeFrom: formatUnits(from),
          stakeTo: to === undefined ? null : formatUnits(to),
          ...recounted(own),
        })
      }
      expect(span.byDuration.map(({ durationMs }) => durationMs)).toEqual(durations.map((slots) => slots * slotMs))
      for (const group of span.byDuration)
        expect(group).toMatchObject(
          recounted(orders.filter((order) => order.duration_slots * slotMs === group.durationMs)),
        )
    }
  })

  test('of each day equal a recount, with what chance predicts of the same contracts', async () => {
    const lastDay = await today()
    const { days } = await readHistory(world.app, 7)
    expect(days.map(({ startMs }) => startMs)).toEqual(
      Array.from({ length: 7 }, (_, index) => (lastDay - 6 + index) * dayMs),
    )
    for (const day of days) {
      const number = day.startMs / dayMs
      const own = (await closedOrders(number, number)).filter(isDecided)
      const soFar = (await closedOrders(lastDay - 6, number)).filter(isDecided)
      expect(day).toMatchObject({
        won: own.filter(({ result }) => result === 'won').length,
        decided: own.length,
        result: formatUnits(-sum(own, ({ net }) => net)),
        total: formatUnits(-sum(soFar, ({ net }) => net)),
        expected: formatUnits(sum(soFar, ({ stake, fee, profit }) => 2n * fee + stake - profit) / 2n),
        ...band(soFar),
      })
      expect(day.breakEvenPpm === null).toBe(own.length === 0)
    }
    expect(days.filter(({ decided }) => decided > 0).length).toBeGreaterThan(1)
  })

  test('of open contracts are what they may pay, by when they end', async () => {
    await world.publish()
    const requestId = randomUUID()
    const customerId = customers[0] ?? 1n
    const order = { customerId, requestId, stakeUnits: 100n * coin, termsId: terms.get(60) ?? 0n, durationSlots: 60 }
    expect(await world.place([order])).toMatchObject([{ outcome: 'accepted' }])
    const { rows } = await world.owner.query<{ profit: bigint }>(
      "select profit from contract.contract_order where state = 'open'",
    )
    expect(rows).toHaveLength(1)
    const { due } = await readHistory(world.app, 7)
    expect(due.steps).toEqual([formatUnits(rows[0]?.profit ?? 0n), ...Array.from({ length: 23 }, () => '0')])
    expect(due.later).toBe('0')
    await world.publishThrough(world.slot + 90)
    await world.settleAll()
    expect((await readHistory(world.app, 7)).due.steps[0]).toBe('0')
  })

  /** Within which chance keeps the total of contracts on 99 of 100 tries, by doubles: exact to a unit here. */
  function band(own: readonly OrderRow[]) {
    const mean = sum(own, ({ stake, fee, profit }) => 2n * fee + stake - profit)
    const moved = sum(own, ({ stake, profit }) => stake + profit)
    const variance = own.reduce((all, { stake, profit }) => all + Number(stake + profit) ** 2 / 4, 0)
    const half = Math.min(Math.ceil(2.575829 * Math.sqrt(variance)), Math.ceil(Number(moved) / 2))
    const [floor, ceil] = [Math.floor(Number(mean) / 2), Math.ceil(Number(mean) / 2)]
    return { chanceFrom: formatUnits(BigInt(floor - half)), chanceTo: formatUnits(BigInt(ceil + half)) }
  }

  function recounted(own: readonly OrderRow[]) {
    const decided = own.filter(isDecided)
    return {
      leftOut: own.length - decided.length,
      decided: decided.length,
      wins:
        decided.length === 0
          ? null
          : {
              won: decided.filter(({ result }) => result === 'won').length,
              decided: decided.length,
              breakEvenPpm: sharePpm(
                sum(decided, ({ stake, fee }) => stake + fee),
                sum(decided, ({ stake, profit }) => stake + profit),
              ),
            },
    }
  }

  test('of void contracts say what the house gained by the prices that were shown', async () => {
    const lastDay = (await today()) - 1
    const before = await odds()
    await world.publish({ 1: { price: 100n } })
    const stake = 100n * coin
    const input = { customerId: customers[0] ?? 1n, termsId: terms.get(4) ?? 0n, durationSlots: 4, stakeUnits: stake }
    await world.place([
      { ...input, requestId: randomUUID(), direction: 'up' },
      { ...input, requestId: randomUUID(), direction: 'down', stakeUnits: 2n * stake },
    ])
    await world.publish()
    await world.publish({ 1: { price: 100n, state: 2 } })
    await world.publishThrough(world.slot + 60, { 1: { price: 101n } })
    expect((await world.settleAll()).map(({ voidReason }) => voidReason)).toEqual(['entry-not-open', 'entry-not-open'])
    await world.moveTo(world.slot + daySlots)
    await countConduct(world.app)
    const cause = (found: Awaited<ReturnType<typeof odds>>) =>
      found.spans[0]?.voids.find((row) => row.cause === 'entry-not-open') ?? { contracts: 0, houseGain: '0' }
    const after = await odds()
    expect(after.throughMs).toBe((lastDay + 2) * dayMs)
    expect(cause(after).contracts).toBe(cause(before).contracts + 2)
    // Up would have won 85 less the fee of 0.5, down would have lost 200 and the fee of 1: the house gave up 116.5.
    const gained = Number(cause(after).houseGain) - Number(cause(before).houseGain)
    expect(gained).toBe(84.5 - 201)
  })

  test('leave out of a span what is older than its days, and count each batch once', async () => {
    const before = await odds()
    await world.moveTo(world.slot + 31 * daySlots)
    await Promise.all([countConduct(world.app), countConduct(world.app)])
    const [month, quarter] = (await odds()).spans
    expect(month?.contracts).toEqual({ won: 0, lost: 0, tied: 0, voided: 0 })
    expect(month?.losers).toMatchObject({ customers: 0, lost: null })
    expect(quarter?.contracts).toEqual(before.spans[1]?.contracts)
    expect(quarter?.losers).toEqual(before.spans[1]?.losers)
  })

  test('of a closed day are never changed, not even by the owner', async () => {
    for (const change of [
      'update conduct.contract_day set won = won + 1',
      'delete from conduct.contract_day',
      'delete from conduct.closed_day',
      'update conduct.customer_share set lost = 0',
      `insert into conduct.void_day select day, 'feed-changed', 1, 0 from conduct.closed_day where day not in
        (select day from conduct.void_day where reason = 'feed-changed') limit 1`,
    ])
      await expect(world.owner.query(change)).rejects.toThrow('refused')
    for (const change of ['delete from conduct.contract_day', "update conduct.incident set subject = ''"])
      await expect(world.app.query(change)).rejects.toThrow('permission denied')
  })

  test('say by which rate of wins the offers break even', async () => {
    expect((await odds()).offeredBreakEven).toEqual({ lowestPpm: 543_243, highestPpm: 543_243 })
  })
})

test('counts how long orders take to be accepted, by the band of their stake', async () => {
  const watch = await startAcceptanceWatch({
    pool: world.app,
    logger: createLogger({ level: 'silent', role: 'test' }),
    repeat: () => () => {},
  })
  for (const tookMs of [3.2, 40, 41, 5_001]) watch.add(20n * coin, tookMs)
  watch.add(5_000n * coin, 7)
  await watch.look()
  watch.add(20n * coin, 3.9)
  await watch.stop()
  await world.moveTo(world.slot + daySlots)
  await countConduct(world.app)
  const acceptance = (await odds()).spans[0]?.acceptance
  expect(acceptance).toMatchObject({ orders: 6, halfWithinMs: 7 })
  expect(acceptance?.byStake[1]).toEqual({
    stakeFrom: '10',
    stakeTo: '50',
    orders: 5,
    missing: 0,
    times: { halfWithinMs: 40, ninetyNineWithinMs: 5_100 },
  })
  expect(acceptance?.byStake[4]).toEqual({ stakeFrom: '1000', stakeTo: null, orders: 1, missing: 1, times: null })
})

test('counts by the day the orders that were accepted, and the contracts that were settled, in time', async () => {
  const yesterdayMs = ((await today()) - 1) * dayMs
  const now = createConductService({ pool: world.app, clock: manualClock(yesterdayMs + dayMs) })
  const [accepted, settled] = (await now.serviceDays()).items
  expect(accepted).toEqual({
    name: 'accepted',
    withinMs: 1_000,
    days: [{ startMs: yesterdayMs, done: 6, inTime: 5 }],
  })
  expect(settled).toMatchObject({ name: 'settled', withinMs: 5_000 })
  const { rows } = await world.owner.query<{ contracts: bigint }>(
    'select sum(contracts)::bigint as contracts from conduct.settled_time',
  )
  const done = settled?.days.reduce((sum, day) => sum + day.done, 0) ?? 0
  expect(done).toBeGreaterThan(0)
  expect(BigInt(done)).toBe(rows[0]?.contracts)
  // A strip begins 90 days ago.
  const later = createConductService({ pool: world.app, clock: manualClock(yesterdayMs + 90 * dayMs) })
  expect((await later.serviceDays()).items.map(({ days }) => days.length)).toEqual([0, 0])
})

test('the books of the trial are sound', async () => {
  await world.requireSoundBooks()
  expect(genesisMs).toBeLessThan((await today()) * dayMs)
})
