import { randomUUID } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatVerifierKey } from '@candor/proof'
import { maxReceiptBytes, parseReceipt, verifyReceipt } from '@candor/proof/receipt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { LedgerWorld, TermsInput } from '../ledger/testing/ledger-world.ts'
import { openAcceptances } from './acceptances.ts'
import { readGuards } from './guard-store.ts'
import { logNames } from './log-names.ts'
import { firstSlotFrom } from './shard.ts'
import { genesisMs, openLogWorld } from './testing/log-world.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openReceiptWorld } from './testing/receipt-world.ts'
import type { ReceiptWorld } from './testing/receipt-world.ts'
import { cosign, witnessKey } from './testing/test-witness.ts'
import { keepCosignature, listWitnesses, readCosigned } from './witness-store.ts'

let database: TestDatabase
let log: LogWorld
let ledger: LedgerWorld
let world: ReceiptWorld

async function open(): Promise<void> {
  database = await openTestDatabase()
  log = await openLogWorld(database)
  ledger = await openLedgerWorld(database)
  world = await openReceiptWorld(ledger.app, log)
}
beforeEach(open)
afterEach(async () => {
  await ledger.close()
  await log.close()
  await database.close()
})

const averages = { entryWindowSlots: 10, exitWindowSlots: 10 }

interface Plan {
  readonly terms?: Partial<TermsInput>
  readonly isMissing?: (slot: number) => boolean
  readonly cell?: (slot: number) => { readonly price: bigint; readonly state?: 0 | 1 | 2; readonly epoch?: number }
  /** The orders that share the batch. */
  readonly others?: number
  /** The first slot that has a frame; 100,000 if left out. */
  readonly fromSlot?: number
  /** Seals both logs before this slot. */
  readonly sealBefore?: number
}

/**
 * Places orders in the slot after the first frame, and goes on until they can be settled. The frames are those of the
 * plan.
 */
async function trade({ terms = averages, isMissing, cell, others = 2, fromSlot, sealBefore }: Plan = {}) {
  const durationSlots = terms.durationSlots ?? 60
  if (fromSlot !== undefined) await ledger.moveTo(fromSlot)
  const termsId = await ledger.offer({ instrumentId: 1, ...terms, durationSlots })
  const customers: bigint[] = []
  for (let count = 0; count <= others; count += 1) customers.push(await ledger.openNextCustomer())
  await ledger.publish()
  const placements = await ledger.place(
    customers.map((customerId) => ({
      customerId,
      requestId: randomUUID(),
      stakeUnits: 10_000_000n,
      termsId,
      durationSlots,
    })),
  )
  const orders = placements.map((placement, index) => {
    if (placement.outcome !== 'accepted') throw new Error(`an order was ${placement.outcome}`)
    return { customerId: customers[index] ?? 0n, id: String(placement.orderId) }
  })
  const [order] = orders
  if (order === undefined) throw new Error('no order was placed')
  for (const end = ledger.slot + durationSlots + 25; ledger.slot <= end;) {
    if (ledger.slot === sealBefore) await world.seal()
    if (isMissing?.(ledger.slot) === true) await ledger.moveTo(ledger.slot + 1)
    else await ledger.publish({ 1: cell?.(ledger.slot) ?? { price: BigInt(ledger.slot - 99_000) } })
  }
  return { ...order, orders, settle: () => ledger.settleAll() }
}

async function receiptOf({ customerId, id }: { readonly customerId: bigint; readonly id: string }) {
  const found = await world.receipts.ofOrder(customerId, id)
  if (!found.ok) throw new Error(found.error)
  return found.value
}

/** A witness cosigns the newest checkpoint of both logs. */
async function cosignAll(byte = 1): Promise<void> {
  for (const name of logNames)
    for (const { shard, size, note } of await readGuards(log.pool, name)) {
      if (note === null) throw new Error('nothing is signed')
      const cosigned = await cosign(byte, note, Math.floor(log.clock.nowMs() / 1_000))
      await keepCosignature(log.pool, { log: name, shard, size, note, ...cosigned })
    }
}

async function textOf(order: { readonly customerId: bigint; readonly id: string }): Promise<string> {
  const view = await receiptOf(order)
  expect(await world.failings(view)).toEqual([])
  return view.state === 'ready' ? view.receipt : ''
}

describe('the receipt of an order', () => {
  test.each<[outcome: string, plan: Plan]>([
    ['won', {}],
    ['lost', { cell: (slot) => ({ price: BigInt(200_000 - slot) }) }],
    ['tie', { cell: () => ({ price: 100n }) }],
    ['void', { cell: (slot) => ({ price: 100n, state: slot > 100_040 ? 0 : 1 }) }],
    ['void', { cell: (slot) => ({ price: 100n, state: slot < 100_015 ? 2 : 1 }) }],
    ['void', { cell: (slot) => ({ price: 100n, epoch: slot > 100_040 ? 1 : 0 }) }],
    ['won', { isMissing: (slot) => slot >= 100_048 && slot <= 100_053 }],
    ['won', { isMissing: (slot) => slot >= 100_025 && slot <= 100_051 }],
    ['won', { terms: {} }],
    ['won', { terms: {}, isMissing: (slot) => slot > 100_055 && slot < 100_070 }],
    ['void', { terms: {}, isMissing: (slot) => slot === 100_002 }],
    ['void', { terms: {}, cell: (slot) => ({ price: 100n, state: slot > 100_040 ? 0 : 1 }) }],
  ])('that ended as %s passes every step, whatever frames are missing or closed (%j)', async (outcome, plan) => {
    const { settle, orders } = await trade(plan)
    await settle()
    await world.seal()
    for (const order of orders) {
      const text = await textOf(order)
      const receipt = parseReceipt(text)
      expect(receipt.kind === 'contract' && receipt.settled.item.value.result).toBe(outcome)
      expect(receipt.kind === 'contract' && receipt.placed.item.value.orderId).toBe(BigInt(order.id))
    }
  })

  test('is pending until the order is settled and both batches are signed, then the same at each reading', async () => {
    const order = await trade()
    expect(await receiptOf(order)).toMatchObject({ state: 'pending' })
    await world.seal()
    await order.settle()
    expect(await receiptOf(order)).toMatchObject({ state: 'pending' })
    await world.seal()
    const text = await textOf(order)
    expect(await textOf(order)).toBe(text)
    // Another process makes it of the same files and rows.
    world = await openReceiptWorld(ledger.app, log)
    expect(await textOf(order)).toBe(text)
  })

  const boundary = firstSlotFrom(Date.UTC(2026, 6), genesisMs)
  test.each<[what: string, isMissing: (slot: number) => boolean]>([
    ['all frames', () => false],
    ['none around the turn', (slot) => Math.abs(slot - boundary) < 10],
  ])('that was placed in one half-year and settled in the next passes, with %s', async (_what, isMissing) => {
    // With the turn between the entry and the exit, and within the window of each.
    for (const [index, fromSlot] of [boundary - 30, boundary - 6, boundary - 58].entries()) {
      if (index > 0) {
        await ledger.close()
        await log.close()
        await database.close()
        await open()
      }
      const order = await trade({ fromSlot, isMissing, sealBefore: boundary - 1 })
      await order.settle()
      for (let round = 0; round < 4; round += 1) await world.seal()
      const receipt = parseReceipt(await textOf(order))
      expect(receipt.kind === 'contract' && receipt.ticks.length + receipt.events.length).toBe(4)
    }
  })

  test('names the cell of a platform with several, whose entries are counted through its shards', async () => {
    await ledger.owner.query('select cell.become(2::smallint)')
    const order = await trade({ fromSlot: boundary - 30, sealBefore: boundary - 1 })
    await order.settle()
    for (let round = 0; round < 4; round += 1) await world.seal()
    const receipt = parseReceipt(await textOf(order))
    if (receipt.kind !== 'contract') throw new Error('it is no contract')
    const { placed, settled } = receipt
    const [first] = await readGuards(log.pool, 'events')
    expect(receipt.events).toHaveLength(2)
    expect(placed).toMatchObject({ cell: 2, sequence: placed.leaf })
    expect(settled.batch.value).toMatchObject({ cell: 2, sequence: (first?.size ?? 0) + settled.leaf })
    expect(await world.trusted()).toMatchObject({ cell: 2 })
  })

  test('waits for the witnesses that the policy asks for, and has their cosignatures', async () => {
    const order = await trade()
    await order.settle()
    const witness = formatVerifierKey((await witnessKey(1)).key)
    await listWitnesses(log.pool, [], `witness w1 ${witness}\nquorum w1\n`)
    await world.seal()
    expect(await receiptOf(order)).toMatchObject({ state: 'pending' })
    await cosignAll()
    const view = await receiptOf(order)
    const { steps } = await verifyReceipt(view.state === 'ready' ? view.receipt : '', await world.trusted())
    expect(steps.filter(({ state }) => state !== 'passed')).toEqual([])
    expect(steps.at(-1)).toMatchObject({ name: 'witnesses', state: 'passed' })
    const text = view.state === 'ready' ? view.receipt : ''
    // Later cosigned checkpoints replace this one, which is kept: the receipt is still built on it.
    for (let round = 0; round < 3; round += 1) {
      await ledger.moveTo(ledger.slot + 3_000)
      await ledger.publish()
      await ledger.openNextCustomer()
      await world.seal()
      await cosignAll()
    }
    const later = await receiptOf(order)
    expect(later).toEqual({ state: 'ready', receipt: text })
    expect(await readCosigned(log.pool, { log: 'ticks', shard: '2026h1', leastSize: 0 })).toHaveLength(1)
  })

  test('says so where its shard ended before witnesses were asked for, until they have cosigned the last checkpoint', async () => {
    const order = await trade({ fromSlot: boundary - 200 })
    await order.settle()
    await world.seal()
    const turn = async (slots: number) => {
      await ledger.moveTo(boundary + slots)
      await ledger.publish()
      await ledger.openNextCustomer()
      for (let round = 0; round < 3; round += 1) await world.seal()
    }
    await turn(10)
    expect((await receiptOf(order)).state).toBe('ready')
    const witness = formatVerifierKey((await witnessKey(1)).key)
    await listWitnesses(log.pool, [], `witness w1 ${witness}\nquorum w1\n`)
    // They may be slow, and are asked again and again.
    expect((await receiptOf(order)).state).toBe('pending')
    await turn(2 * 3_600 + 20)
    expect(await receiptOf(order)).toEqual({ state: 'absent', reason: 'not-witnessed' })
    await cosignAll()
    const view = await receiptOf(order)
    const { verdict, steps } = await verifyReceipt(view.state === 'ready' ? view.receipt : '', await world.trusted())
    expect([verdict, steps.at(-1)]).toMatchObject(['passed', { name: 'witnesses', state: 'passed' }])
  })

  test('has no more cosignatures than the policy needs, the shortest of its witnesses', async () => {
    const order = await trade()
    await order.settle()
    const vkeys = await Promise.all([1, 2, 3].map(async (byte) => formatVerifierKey((await witnessKey(byte)).key)))
    const witnesses = vkeys.map((vkey, index) => `witness w${index + 1} ${vkey}\n`)
    await listWitnesses(log.pool, [], `${witnesses.slice(0, 2).join('')}group both any w1 w2\nquorum both\n`)
    await world.seal()
    // The third is no witness of the policy.
    await cosignAll(3)
    expect(await receiptOf(order)).toMatchObject({ state: 'pending' })
    await cosignAll(1)
    await cosignAll(2)
    const view = await receiptOf(order)
    const receipt = parseReceipt(view.state === 'ready' ? view.receipt : '')
    expect(receipt.events[0]?.checkpoint.match(/^— w\d/gm)).toHaveLength(1)
    expect((await verifyReceipt(view.state === 'ready' ? view.receipt : '', await world.trusted())).verdict).toBe(
      'passed',
    )
  })

  test('is shown to nobody else', async () => {
    const { id, orders, settle } = await trade()
    await settle()
    await world.seal()
    const other = orders[1]?.customerId ?? 0n
    for (const unknown of [id, '1', 'x', ''])
      expect(await world.receipts.ofOrder(other, unknown)).toEqual({ ok: false, error: 'not-found' })
  })

  test('is absent where the log began after the prices that decided', async () => {
    const order = await trade()
    await order.settle()
    await log.owner.query('alter table market.frame disable trigger user')
    await log.owner.query('delete from market.frame where slot < 100020')
    await world.seal()
    expect(await receiptOf(order)).toEqual({ state: 'absent', reason: 'before-log' })
  })

  test('waits while files are lost, and is the same again once they are built again', async () => {
    const order = await trade()
    await order.settle()
    await world.seal()
    const text = await textOf(order)
    await rm(join(log.folder, 'events'), { recursive: true })
    await rm(join(log.folder, 'ticks'), { recursive: true })
    world = await openReceiptWorld(ledger.app, log)
    expect(await receiptOf(order)).toMatchObject({ state: 'pending' })
    await world.seal()
    expect(await textOf(order)).toBe(text)
  })

  test('is not made of damaged files', async () => {
    const order = await trade()
    await order.settle()
    await world.seal()
    const folder = join(log.folder, 'events', '2026h1', 'tile', '0', '000.p')
    for (const name of await readdir(folder)) {
      const bytes = await readFile(join(folder, name))
      await writeFile(join(folder, name), bytes.fill(1, 0, 32))
    }
    await expect(receiptOf(order)).rejects.toThrow('do not lead to the root')
  })

  test('is built on a checkpoint from soon after its settlement, however much the logs have grown since', async () => {
    const order = await trade()
    await order.settle()
    await world.seal()
    const text = await textOf(order)
    for (let round = 0; round < 3; round += 1) {
      await ledger.openNextCustomer()
      await ledger.moveTo(ledger.slot + 3_000)
      await ledger.publish()
      await world.seal()
    }
    expect(await textOf(order)).toBe(text)
  })

  test.each([60, 1_800])(
    'over %i slots takes at most 8 kB, among 110 instruments and 60 orders',
    async (durationSlots) => {
      for (let id = 3; id <= 110; id += 1) await ledger.addInstrument(id)
      const exitSlot = 100_001 + durationSlots
      const isNear = (slot: number) => slot <= 100_020 || (slot > exitSlot - 20 && slot <= exitSlot + 5)
      const terms = { ...averages, durationSlots }
      const order = await trade({ terms, others: 59, isMissing: (slot) => !isNear(slot) })
      await order.settle()
      await world.seal()
      const size = Buffer.byteLength(await textOf(order))
      expect(size).toBeGreaterThan(4_000)
      expect(size).toBeLessThanOrEqual(maxReceiptBytes)
    },
  )

  test('passes with the keys that were trusted before a rotation of the key of acceptances', async () => {
    const order = await trade()
    await order.settle()
    await world.seal()
    const before = await world.trusted()
    const text = await textOf(order)
    const next = await openAcceptances(ledger.app, { key: Buffer.alloc(32, 6).toString('base64url'), host: 'log.test' })
    const after = await world.trusted()
    expect(after.acceptance).toEqual([...before.acceptance, next.vkey])
    expect((await verifyReceipt(text, after)).verdict).toBe('passed')
  })
})
