import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { requestDeposit } from './deposit-store.ts'
import { coin, openDepositWorld, testTxid } from './testing/deposit-world.ts'
import type { DepositWorld } from './testing/deposit-world.ts'

const opening = 10_000n * coin
const price = 99n
/** 100 USDT as USD, less the spread. */
const inUsd = (100n * coin * price * 9_995n) / 1_000_000n
/** One of each stripe. The first two announce their coins as USD. */
const customers = [1n, 2n, 3n, 4n]
const announcers = [1n, 2n]
const killsAfterMs = [0, 2, 4, 8, 16]
const backWithinMs = 20_000

let database: TestDatabase
let world: DepositWorld
beforeAll(async () => {
  database = await openTestDatabase({ durable: true })
  world = await openDepositWorld(database, { price })
  for (const customerId of customers) await world.register(customerId)
})
afterAll(async () => {
  // Closing checks the books.
  await world.close()
  await database.close()
})

interface Shown {
  readonly to: bigint
  readonly txid: string
}

/** Transfers that no other round has, of which some were announced. */
async function transfersOf(round: number): Promise<Shown[]> {
  for (const customerId of announcers) {
    const asked = { customerId, requestId: randomUUID(), chain: 'ERC20', asset: 'USD', quantityUnits: 100n * coin } as const
    await requestDeposit(world.ledger.app, { ...asked, txid: null, voucher: null })
  }
  return customers.map((to, place) => ({ to, txid: testTxid(round * customers.length + place + 1) }))
}

/** Shows a transfer as a watcher that looks until it is answered. */
async function insist(shown: Shown): Promise<string> {
  const giveUpMs = performance.now() + backWithinMs
  for (;;) {
    try {
      return (await world.record(shown)).outcome
    } catch (error) {
      if (performance.now() > giveUpMs) throw error
      await sleep(50)
    }
  }
}

test('SIGKILL of PostgreSQL before, while and after coins are credited credits each transfer once, and tells of it once', async () => {
  const { postgres } = database
  if (postgres === null) throw new Error('this test needs a PostgreSQL of its own')
  const answers: string[] = []
  for (const [round, afterMs] of killsAfterMs.entries()) {
    const shown = await transfersOf(round)
    const recording = shown.map((transfer) =>
      world.record(transfer).then(
        ({ outcome }) => outcome,
        () => 'unanswered',
      ),
    )
    await sleep(afterMs)
    await postgres.kill()
    const heard = await Promise.all(recording)
    await postgres.restart()
    const again = await Promise.all(shown.map(insist))
    // What was acknowledged before the kill is still there.
    expect(again.filter((outcome, place) => heard[place] === 'credited' && outcome !== 'known')).toEqual([])
    answers.push(...heard)
  }
  // Else nothing was killed in the middle of anything.
  expect(answers).toContain('unanswered')

  const { rows } = await world.ledger.owner.query<Record<'credits' | 'messages', bigint>>(
    `select count(*) as credits, (select count(*) from message.message where subject = 'deposit:' || d.deposit_id) as messages
     from ledger.deposit as d join ledger.entry as e on e.ref = d.deposit_id and e.kind = 'deposit'
     join ledger.account as a on a.account_id = e.account_id and a.owner_id = d.customer_id
     where d.state = 'completed' group by d.deposit_id`,
  )
  expect(rows).toEqual(Array.from({ length: killsAfterMs.length * customers.length }, () => ({ credits: 1n, messages: 1n })))
  const rounds = BigInt(killsAfterMs.length)
  for (const customerId of customers) {
    const isUsd = announcers.includes(customerId)
    expect(await world.balances(customerId)).toEqual({
      usd: opening + (isUsd ? rounds * inUsd : 0n),
      usdt: opening + (isUsd ? 0n : rounds * 100n * coin),
    })
  }
}, 120_000)
