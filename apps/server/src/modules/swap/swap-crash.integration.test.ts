import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { closeAfterTest, openDurableDatabase } from '../../platform/postgres/test-database.ts'
import type { DurableDatabase } from '../../platform/postgres/test-database.ts'
import { insist, killDuring, runUntilKilled } from '../ledger/testing/crashes.ts'
import { openSwapWorld } from './testing/swap-world.ts'
import type { SwapWorld } from './testing/swap-world.ts'

const coin = 1_000_000n
const granted = 10_000n * coin
/** The proceeds of 30 USD at 0.99 USD for one USDT and 5 basis points. */
const received = 30_287_886n

type Form = Parameters<SwapWorld['service']['execute']>[1]

let database: DurableDatabase
let world: SwapWorld
let customerId: bigint

beforeEach(async () => {
  database = closeAfterTest(await openDurableDatabase())
  world = closeAfterTest(await openSwapWorld(database))
  customerId = await world.addCustomer()
})

/** Repeats a request until its outcome is known. */
async function insistOnSwap(form: Form): Promise<void> {
  const answer = await insist(async () => {
    const found = await world.service.execute(customerId, form)
    if (!found.ok && found.error === 'outcome-unknown') throw new Error('nothing is known yet')
    return found
  })
  if (!answer.ok) throw new Error(`a swap was refused: ${answer.error}`)
}

/** Every request was swapped once, and the books are right. */
async function verify(requests: readonly string[]): Promise<void> {
  const { rows } = await world.ledger.owner.query<{ request_id: string; lines: bigint }>(
    `select s.request_id, count(*) as lines from swap.swap as s join ledger.posting as e on e.kind = 'swap'
      and e.ref = s.swap_id
     group by s.swap_id order by s.swap_id`,
  )
  expect(rows).toEqual(requests.map((requestId) => ({ request_id: requestId, lines: 5n })))
  const count = BigInt(requests.length)
  expect(await world.money(customerId)).toEqual({ USD: granted - 30n * coin * count, USDT: granted + received * count })
  await world.requireSoundBooks()
}

test('SIGKILL of PostgreSQL after a quote, after a swap and in the middle of each loses nothing and doubles nothing', async () => {
  const { postgres } = database
  const requests: string[] = []
  // A step takes a few milliseconds: this is before, during or after its commit.
  const kill = (step: Promise<unknown>, isInTheMiddle: boolean) =>
    killDuring(postgres, step, isInTheMiddle ? requests.length % 4 : null)
  const quote = () => world.form(customerId, 'USD', '30')
  for (const isInTheMiddle of [false, true, true]) {
    await kill(quote(), isInTheMiddle)
    const form = await insist(quote)
    requests.push(form.requestId)
    await kill(world.service.execute(customerId, form), isInTheMiddle)
    // Repeated after a success, too, like a client that missed the response.
    await insistOnSwap(form)
  }
  await verify(requests)
})

test('SIGKILL of the server loses nothing that it acknowledged, and retries double nothing', async () => {
  const requests: string[] = []
  for (const lines of [1, 2, 3, 4]) {
    const { asked, acknowledged } = await runUntilLine(lines)
    const { rows } = await world.ledger.owner.query<{ request_id: string }>('select request_id from swap.swap')
    const stored = new Set(rows.map((row) => row.request_id))
    expect(acknowledged.filter((requestId) => !stored.has(requestId))).toEqual([])
    // Another server continues with the sent requests.
    for (const form of asked) await insistOnSwap(form)
    requests.push(...asked.map(({ requestId }) => requestId))
  }
  await verify(requests)
})

/** Runs a process that swaps until it has printed so many lines, and kills it there. */
async function runUntilLine(lines: number): Promise<{ asked: Form[]; acknowledged: string[] }> {
  const program = join(import.meta.dirname, 'testing/swap-process.ts')
  const asked: Form[] = []
  const acknowledged: string[] = []
  let seen = 0
  await runUntilKilled(program, [database.appUrl, String(customerId)], (line) => {
    const [word, requestId = '', quoteId = ''] = line.split(' ')
    // A killed process may truncate its last line: an incomplete line was not acknowledged.
    if (quoteId.length !== 36) return false
    if (word === 'asks') asked.push({ requestId, quoteId })
    if (word === 'did') acknowledged.push(requestId)
    seen += 1
    return seen === lines
  })
  return { asked, acknowledged }
}
