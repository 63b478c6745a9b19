import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { closeAfterTest, openDurableDatabase } from '../../platform/postgres/test-database.ts'
import type { DurableDatabase } from '../../platform/postgres/test-database.ts'
import { runUntilKilled } from '../ledger/testing/crashes.ts'
import { checkLedger } from '../soundness/index.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../ledger/testing/ledger-world.ts'
import { createContractService } from './contract-service.ts'
import type { ContractService } from './contract-service.ts'
import { smallOrder } from './testing/small-order.ts'
import { withBalances } from '../statement/testing/with-balances.ts'

const kills = 4
const customers = 8

let database: DurableDatabase
let world: LedgerWorld
let service: ContractService
let termsVersion: string
let seenSlot: number

beforeEach(async () => {
  database = closeAfterTest(await openDurableDatabase())
  world = closeAfterTest(await openLedgerWorld(database))
  termsVersion = (await world.offer({ instrumentId: 1, durationSlots: 60 })).toString()
  for (let id = 1n; id <= customers; id += 1n) await world.openCustomer(id)
  await world.publish()
  // Virtual time stands still, so that a repeat is judged like its first attempt.
  seenSlot = world.slot - 1
  service = await createContractService(withBalances({ pool: world.app }))
})

function buy(customerId: bigint, requestId: string) {
  return service.buy(customerId, smallOrder({ requestId, termsVersion, seenSlot }))
}

/** Every request has one order, every acknowledged request the order that was acknowledged, and the books are sound. */
async function verify(sent: ReadonlyMap<string, bigint>, acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const stored = await orderIds()
  for (const [requestId, orderId] of acknowledged) expect(stored.get(requestId)).toBe(orderId)
  const repeats = [...sent].map(async ([requestId, customerId]) => {
    const again = await buy(customerId, requestId)
    if (!again.ok) throw new Error(`a repeat was refused: ${again.error}`)
    expect(again.value.id).toBe(stored.get(requestId) ?? again.value.id)
  })
  await Promise.all(repeats)
  expect((await orderIds()).size).toBe(sent.size)
  expect((await checkLedger(world.app)).mismatches).toEqual([])
}

async function orderIds(): Promise<Map<string, string>> {
  const { rows } = await world.owner.query<{ request_id: string; order_id: bigint }>(
    'select request_id, order_id from contract.contract_order',
  )
  return new Map(rows.map((row) => [row.request_id, row.order_id.toString()]))
}

test('SIGKILL of PostgreSQL in mid-batch loses no acknowledged order and doubles none', async () => {
  const { postgres } = database
  const sent = new Map<string, bigint>()
  const acknowledged = new Map<string, string>()
  let unanswered = 0
  for (let kill = 0; kill < kills; kill += 1) {
    // Each lane goes on until its order fails: the last ones are in flight when PostgreSQL dies, or come after.
    const load = Array.from({ length: 100 }, async (_, lane) => {
      for (;;) {
        const customerId = BigInt((lane % customers) + 1)
        const requestId = randomUUID()
        sent.set(requestId, customerId)
        const answer = await buy(customerId, requestId).catch(() => null)
        if (answer?.ok === true) acknowledged.set(requestId, answer.value.id)
        else {
          unanswered += 1
          break
        }
      }
    })
    await sleep(60 + 45 * kill)
    await postgres.kill()
    await Promise.all(load)
    const startedMs = performance.now()
    await postgres.restart()
    await expect
      .poll(
        () =>
          buy(1n, randomUUIDOnce(sent)).then(
            (answer) => answer.ok,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
    expect(performance.now() - startedMs).toBeLessThan(10_000)
  }
  expect(acknowledged.size).toBeGreaterThan(100)
  expect(unanswered).toBeGreaterThan(0)
  await verify(sent, acknowledged)
})

/** A new request of customer 1, remembered as sent. */
function randomUUIDOnce(sent: Map<string, bigint>): string {
  const requestId = randomUUID()
  sent.set(requestId, 1n)
  return requestId
}

test('SIGKILL of the server in mid-batch loses no acknowledged order and doubles none', async () => {
  const sent = new Map<string, bigint>()
  const acknowledged = new Map<string, string>()
  for (let kill = 0; kill < kills; kill += 1) {
    const program = join(import.meta.dirname, 'testing/order-process.ts')
    const values = [database.appUrl, termsVersion, String(seenSlot), String(customers)]
    let answers = 0
    await runUntilKilled(program, values, (line) => {
      const [word, customerId, requestId, orderId] = line.split(' ')
      // A killed process may truncate its last line: an incomplete line was not acknowledged.
      if (customerId === undefined || requestId?.length !== 36) return false
      if (word === 'sent') sent.set(requestId, BigInt(customerId))
      if (word !== 'bought' || orderId === undefined) return false
      acknowledged.set(requestId, orderId)
      answers += 1
      return answers === 150 + 130 * kill
    })
  }
  expect(acknowledged.size).toBeGreaterThan(500)
  expect(sent.size).toBeGreaterThan(acknowledged.size)
  await verify(sent, acknowledged)
})
