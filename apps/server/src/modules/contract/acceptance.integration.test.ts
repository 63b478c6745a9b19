import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { decodeEvent } from '@candor/proof/encoding'
import { parseAcceptance, parseAcceptanceReceipt, verifyAcceptance } from '@candor/proof/receipt'
import { parseNote } from '@candor/proof'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { withBalances } from '../statement/testing/with-balances.ts'
import { openAcceptances } from '../transparency/index.ts'
import { LogReader } from '../transparency/testing/log-reader.ts'
import { openLogWorld } from '../transparency/testing/log-world.ts'
import { createContractService } from './contract-service.ts'
import type { ContractService } from './contract-service.ts'

const host = 'log.test'
const key = Buffer.alloc(32, 5).toString('base64url')
const logger = pino({ level: 'silent' })

const database = await testDatabase()
const log = closeAfterTests(await openLogWorld(database))
const ledger = closeAfterTests(await openLedgerWorld(database))
const termsId = await ledger.offer({ instrumentId: 1, durationSlots: 60, entryWindowSlots: 10, exitWindowSlots: 10 })
const acceptances = await openAcceptances(ledger.app, { key, host })
const service = await createContractService(withBalances({ pool: ledger.app, logger, acceptances }))
const customers: bigint[] = []
for (let count = 0; count < 13; count += 1) customers.push(await ledger.openNextCustomer())
await ledger.publish()

function input(requestId: string = randomUUID()) {
  const terms = { symbol: 'TEST1', direction: 'up', durationMs: 30_000, termsVersion: termsId.toString() } as const
  return { requestId, ...terms, stake: '10', asset: 'USD', seenSlot: ledger.slot - 1 } as const
}

async function buy(of: ContractService, customerId: bigint, requestId: string = randomUUID()) {
  const bought = await of.buy(customerId, input(requestId))
  if (!bought.ok) throw new Error(`not bought: ${bought.error}`)
  return bought.value
}

async function stepsOf(acceptance: string | null) {
  const { verdict, steps } = await verifyAcceptance(acceptance, {
    ticks: [],
    events: [],
    acceptance: [acceptances.vkey],
  })
  return { verdict, states: steps.map(({ state }) => state) }
}

/** The entries of the log of events, once everything that is booked is in it. */
async function events() {
  await log.seal(log.eventsLog())
  const reader = new LogReader(
    join(log.folder, 'events', '2026h1'),
    (await log.owner.query<{ vkey: string }>(`select vkey from transparency.log where name = 'events'`)).rows[0]
      ?.vkey ?? '',
  )
  return (await reader.entries(await reader.checkpoint())).map(decodeEvent)
}

test('each order of a batch is accepted by one note, whose root is that of the batch in the log later', async () => {
  const bought = await Promise.all(customers.map((customerId) => buy(service, customerId)))
  const logged = (await events()).flatMap((each) => (each.name === 'batch' ? [each.event] : []))
  const notes = new Map<string, number>()
  for (const order of bought) {
    expect(await stepsOf(order.acceptance)).toEqual({
      verdict: 'passed',
      states: ['passed', 'passed', 'not-judged'],
    })
    const { acceptance, placed } = parseAcceptanceReceipt(order.acceptance)
    notes.set(acceptance, (notes.get(acceptance) ?? 0) + 1)
    expect(placed.item.value).toMatchObject({ orderId: BigInt(order.id), acceptedMs: order.acceptedAtMs })
    const { stripe, seq, itemCount, itemsRoot, acceptedMs, promiseMs } = parseAcceptance(parseNote(acceptance).text)
    const batch = logged.find((each) => each.stripe === stripe && each.seq === seq)
    expect(batch).toMatchObject({ kind: 'contract-placed', itemCount, itemsRoot, atMs: acceptedMs })
    expect(promiseMs).toBe(acceptedMs + 10_000)
  }
  // The first order went alone; those that came meanwhile share batches.
  expect(Math.max(...notes.values())).toBeGreaterThan(1)
})

test('the log seals a large batch by the tree that its acceptances are signed with, and reads no order of it', async () => {
  for (let count = customers.length; count < 60; count += 1) customers.push(await ledger.openNextCustomer())
  await log.seal(log.eventsLog())
  const bought = await Promise.all(customers.map((customerId) => buy(service, customerId)))
  const remembered = () => log.owner.query<{ item_count: number }>('select item_count from transparency.item_root')
  await expect.poll(async () => (await remembered()).rowCount).toBeGreaterThan(0)
  // An edit between acceptance and seal cannot change what the customers were promised.
  const addToStakes = async (units: number) => {
    const client = await log.owner.connect()
    await client.query("set session_replication_role = 'replica'")
    await client.query("update contract.contract_order set stake = stake + $1 where state = 'open'", [units])
    await client.query('reset session_replication_role')
    client.release()
  }
  await addToStakes(1)
  const batches = new Map(
    (await events()).flatMap((each) =>
      each.name === 'batch' ? [[`${each.event.stripe}/${each.event.seq}`, each.event]] : [],
    ),
  )
  await addToStakes(-1)
  const large = bought
    .map(({ acceptance }) => parseAcceptance(parseNote(parseAcceptanceReceipt(acceptance).acceptance).text))
    .filter(({ itemCount }) => itemCount >= 50)
  expect(large.length).toBeGreaterThanOrEqual(50)
  for (const { stripe, seq, itemsRoot } of large) expect(batches.get(`${stripe}/${seq}`)?.itemsRoot).toEqual(itemsRoot)
  expect((await remembered()).rowCount).toBe(0)
})

test('a repeated request returns the acceptance again, also where another process signs it from what is stored', async () => {
  const [customerId = 0n, other = 0n] = customers
  const requestId = randomUUID()
  const [first] = await Promise.all([buy(service, customerId, requestId), buy(service, other)])
  expect((await buy(service, customerId, requestId)).acceptance).toBe(first.acceptance)
  const restarted = await createContractService(
    withBalances({ pool: ledger.app, logger, acceptances: await openAcceptances(ledger.app, { key, host }) }),
  )
  expect(first.acceptance).not.toBeNull()
  expect((await buy(restarted, customerId, requestId)).acceptance).toBe(first.acceptance)
})

test('an order stands without an acceptance where none can be signed', async () => {
  const failing = {
    ...acceptances,
    ofBatch: () => Promise.reject(new Error('no salt')),
    ofOrder: () => Promise.reject(new Error('no salt')),
  }
  const unsigned = await createContractService(withBalances({ pool: ledger.app, logger, acceptances: failing }))
  const [customerId = 0n] = customers
  const requestId = randomUUID()
  const order = await buy(unsigned, customerId, requestId)
  expect(order).toMatchObject({ state: 'open', acceptance: null })
  expect((await buy(unsigned, customerId, requestId)).acceptance).toBeNull()
  // It is signed once it can be.
  expect((await stepsOf((await buy(service, customerId, requestId)).acceptance)).states[1]).toBe('passed')
})

test('a new key is announced once, and what the key before it signed stays verifiable', async () => {
  const next = await openAcceptances(ledger.app, { key: Buffer.alloc(32, 6).toString('base64url'), host })
  await openAcceptances(ledger.app, { key: Buffer.alloc(32, 6).toString('base64url'), host })
  const announced = (await events()).flatMap((each) => (each.name === 'key' ? [each.event] : []))
  expect(announced.map(({ signs, vkey }) => ({ signs, vkey }))).toEqual([
    { signs: 'acceptance', vkey: acceptances.vkey },
    { signs: 'acceptance', vkey: next.vkey },
  ])
})
