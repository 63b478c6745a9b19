import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { openSwapWorld } from './testing/swap-world.ts'
import type { SwapWorld } from './testing/swap-world.ts'

const coin = 1_000_000n
const granted = 10_000n * coin
/** The proceeds of 30 USD at 0.99 USD for one USDT and 5 basis points. */
const received = 30_287_886n
const backWithinMs = 20_000

type Form = Parameters<SwapWorld['service']['execute']>[1]

let database: TestDatabase
let world: SwapWorld
let customerId: bigint

beforeEach(async () => {
  database = await openTestDatabase({ durable: true })
  world = await openSwapWorld(database)
  customerId = await world.addCustomer()
})
afterEach(async () => {
  await world.close()
  await database.close()
})

/** Retries until there is a response. */
async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const giveUpMs = performance.now() + backWithinMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > giveUpMs) throw error
      await sleep(50)
    }
  }
}

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
  if (postgres === null) throw new Error('this test needs a PostgreSQL of its own')
  const requests: string[] = []
  const killDuring = async (taken: Promise<unknown>, isInTheMiddle: boolean) => {
    // A step takes a few milliseconds: this is before, during or after its commit.
    await (isInTheMiddle ? sleep(requests.length % 4) : taken)
    await postgres.kill()
    await taken
    await postgres.restart()
  }
  const quote = () => world.form(customerId, 'USD', '30')
  for (const isInTheMiddle of [false, true, true]) {
    await killDuring(
      quote().catch(() => null),
      isInTheMiddle,
    )
    const form = await insist(quote)
    requests.push(form.requestId)
    await killDuring(
      world.service.execute(customerId, form).catch(() => null),
      isInTheMiddle,
    )
    // Repeated after a success, too, like a client that missed the response.
    await insistOnSwap(form)
  }
  await verify(requests)
}, 120_000)

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
}, 120_000)

/** Runs a process that swaps until it has printed so many lines, and kills it there. */
async function runUntilLine(lines: number): Promise<{ asked: Form[]; acknowledged: string[] }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'testing/swap-process.ts'), database.appUrl, String(customerId)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const hasEnded = once(child, 'exit')
  const asked: Form[] = []
  const acknowledged: string[] = []
  let seen = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, requestId = '', quoteId = ''] = line.split(' ')
    // A killed process may truncate its last line: an incomplete line was not acknowledged.
    if (quoteId.length !== 36) continue
    if (word === 'asks') asked.push({ requestId, quoteId })
    if (word === 'did') acknowledged.push(requestId)
    seen += 1
    if (seen === lines) child.kill('SIGKILL')
  }
  await hasEnded
  return { asked, acknowledged }
}
