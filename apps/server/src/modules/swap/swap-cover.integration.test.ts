import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { openSwapWorld } from './testing/swap-world.ts'
import type { SwapWorld } from './testing/swap-world.ts'

const coin = 1_000_000n
/** What each of the house's four accounts of an asset has: less than a customer. */
const houseUnits = 5_000n * coin

let database: TestDatabase
let world: SwapWorld
let customers: bigint[]

beforeEach(async () => {
  database = await openTestDatabase()
  world = await openSwapWorld(database, { houseUnits, appConnections: 16 })
  customers = []
  for (let count = 0; count < 8; count += 1) customers.push(await world.addCustomer())
})
afterEach(async () => {
  await world.requireSoundBooks()
  await world.close()
  await database.close()
})

/** How many requests were answered how. */
function counted(answers: readonly Awaited<ReturnType<SwapWorld['service']['execute']>>[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const outcome = answer.ok ? 'swapped' : answer.error
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

/** By swap, whether the customer's own stripe paid. */
async function paidByOwn(): Promise<boolean[]> {
  const { rows } = await world.ledger.owner.query<{ own: boolean }>(
    'select to_stripe = ledger.stripe_of(customer_id, (3 - from_asset)::smallint) as own from ledger.swap order by swap_id',
  )
  return rows.map(({ own }) => own)
}

test('another account of the house pays where the one of the customer has too little', async () => {
  const [customerId = 0n] = customers
  await world.swap(customerId, 'USDT', '4000')
  await world.swap(customerId, 'USDT', '4000')
  expect(await paidByOwn()).toEqual([true, false])
})

test('a quote that was covered is refused when another swap has taken what would have paid it, and changes nothing', async () => {
  const forms = []
  for (const customerId of customers) forms.push({ customerId, ...(await world.form(customerId, 'USDT', '4500')) })
  const answers = await Promise.all(
    forms.map(({ customerId, requestId, quoteId }) => world.service.execute(customerId, { requestId, quoteId })),
  )
  const refused = forms.filter((_, index) => answers[index]?.ok === false)
  expect(counted(answers)).toEqual({ swapped: 4, 'not-covered': 4 })
  for (const { customerId } of refused) expect(await world.money(customerId)).toEqual({ USD: 10_000n * coin, USDT: 10_000n * coin })
  // Four accounts of 5,000 paid 4,452.7725 each.
  expect(await world.ledger.total('fx', 'USD')).toBe(4n * (houseUnits - 4_452_772_500n))
})

test('requests for one quote, all at once, have one effect', async () => {
  const [customerId = 0n] = customers
  const { quoteId } = await world.form(customerId, 'USD', '1000')
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => world.service.execute(customerId, { requestId: randomUUID(), quoteId })),
  )
  expect(counted(answers)).toEqual({ swapped: 1, 'quote-expired': 59 })
  expect((await world.money(customerId)).USD).toBe(9_000n * coin)
})

test('one request, many times at once, has one effect which all hear of', async () => {
  const [customerId = 0n] = customers
  const form = await world.form(customerId, 'USD', '1000')
  const answers = await Promise.all(Array.from({ length: 60 }, () => world.service.execute(customerId, form)))
  expect(new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.error))).size).toBe(1)
  expect((await world.money(customerId)).USD).toBe(9_000n * coin)
})

test('both directions of everybody at once neither lock each other out nor lose a unit', async () => {
  const swaps = customers.flatMap((customerId) => (['USD', 'USDT'] as const).map((from) => ({ customerId, from })))
  for (let round = 0; round < 5; round += 1) await Promise.all(swaps.map(({ customerId, from }) => world.swap(customerId, from, '100')))
  for (const asset of ['USD', 'USDT'] as const) {
    const [available, fx, fees] = await Promise.all(['available', 'fx', 'fees'].map((kind) => world.ledger.total(kind, asset)))
    expect((available ?? 0n) + (fx ?? 0n) + (fees ?? 0n)).toBe(8n * 10_000n * coin + 4n * houseUnits)
  }
})
