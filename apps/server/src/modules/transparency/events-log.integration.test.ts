import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { equalBytes, sha256, verifyInclusion } from '@candor/proof'
import { decodeEvent, itemLeafHash, itemSalt, placedItem, settledItem } from '@candor/proof/encoding'
import type { BatchEvent, LogEvent } from '@candor/proof/encoding'
import type { Pool } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LedgerWorld } from '../ledger/testing/ledger-world.ts'
import { addOperator } from '../operator/testing/operators.ts'
import { createEventsSource } from './events-source.ts'
import { readGuards } from './guard-store.ts'
import { LogReader } from './testing/log-reader.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openOwnLogAndLedger } from './testing/own-log.ts'

let world: LogWorld
let ledger: LedgerWorld

beforeEach(async () => {
  ;({ world, ledger } = await openOwnLogAndLedger())
})

const shard = '2026h1'

async function entries(): Promise<LogEvent[]> {
  const [guard] = await readGuards(world.pool, 'events')
  if (guard === undefined) throw new Error('there is no shard')
  const reader = new LogReader(join(world.folder, 'events', shard), guard.vkey)
  return (await reader.entries(await reader.checkpoint())).map(decodeEvent)
}

async function batches(): Promise<BatchEvent[]> {
  return (await entries()).flatMap((each) => (each.name === 'batch' ? [each.event] : []))
}

async function bookedNames(): Promise<string[]> {
  const { rows } = await world.owner.query<{ name: string }>(
    `select stripe || '/' || seq || ' ' || kind as name from ledger.batch order by stripe, seq`,
  )
  return rows.map(({ name }) => name)
}

const nameOf = ({ stripe, seq, kind }: BatchEvent) => `${stripe}/${seq} ${kind}`

async function secretOf(customerId: bigint): Promise<Uint8Array> {
  const { rows } = await world.owner.query<{ secret: Buffer }>(
    'select secret from transparency.customer_secret where customer_id = $1',
    [customerId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the customer has no secret')
  return Uint8Array.from(row.secret)
}

/** Places one order of each of two customers in one batch, and settles them. */
async function trade() {
  const [one, two] = [await ledger.openNextCustomer(), await ledger.openNextCustomer()]
  const termsId = await ledger.offer({ instrumentId: 1, durationSlots: 60 })
  await ledger.publish()
  const placed = await ledger.place(
    [one, two].map((customerId) => ({ customerId, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId })),
  )
  const orders = placed.map((placement) => {
    if (placement.outcome !== 'accepted') throw new Error('an order was refused')
    return placement.orderId
  })
  await ledger.publishThrough(ledger.slot + 70, { 1: { price: 101n } })
  await ledger.settleAll()
  return { customers: [one, two] as const, termsId, orders }
}

describe('the log of events', () => {
  test('holds every batch once and in its order, with the hash of its link', async () => {
    await trade()
    const log = world.eventsLog()
    await world.seal(log)
    expect(log.stoppedBy).toBeNull()
    const first = await batches()
    expect(first.map(nameOf).toSorted()).toEqual((await bookedNames()).toSorted())
    await ledger.openNextCustomer()
    await world.seal(world.eventsLog())
    const sealed = await batches()
    expect(sealed.slice(0, first.length)).toEqual(first)
    expect(sealed.map(nameOf).toSorted()).toEqual((await bookedNames()).toSorted())
    for (const { stripe, seq, batchHash, entryCount } of sealed) {
      const { rows } = await world.owner.query<{ hash: Buffer; entry_count: number }>(
        'select hash, entry_count from ledger.batch where stripe = $1 and seq = $2',
        [stripe, seq],
      )
      expect(equalBytes(batchHash, Uint8Array.from(rows[0]?.hash ?? []))).toBe(true)
      expect(entryCount).toBe(rows[0]?.entry_count)
    }
  })

  test('holds the batches of several pages after one round', async () => {
    await ledger.openNextCustomer()
    const booked = await bookedNames()
    expect(booked.length).toBeGreaterThan(20)
    const log = world.eventsLog({ source: createEventsSource(world.pool, { pageEntries: 20 }) })
    await world.seal(log)
    expect((await batches()).map(nameOf).toSorted()).toEqual(booked.toSorted())
  })

  test('holds terms before the batches whose orders may name them, and looks for them alone only now and then', async () => {
    await trade()
    const log = world.eventsLog({ source: createEventsSource(world.pool, { recordsEveryMs: 3_600_000 }) })
    // After a round that found something, the next looks for all of it again.
    await world.seal(log)
    await world.seal(log)
    const before = await entries()
    await ledger.offer({ instrumentId: 1, durationSlots: 120 })
    await world.seal(log)
    expect(await entries()).toHaveLength(before.length)
    await ledger.openNextCustomer()
    await world.seal(log)
    const added = (await entries()).slice(before.length).map(({ name }) => name)
    expect(added).toContain('batch')
    expect(added.indexOf('terms')).toBe(0)
  })

  test('holds terms before the batches, though both are stored while it looks for what is new', async () => {
    await trade()
    let isStored = false
    const whileLooking = new Proxy(world.pool, {
      get: (pool, name: keyof Pool) =>
        name !== 'query'
          ? Reflect.get(pool, name)
          : async (statement: { readonly name?: string }, values: unknown[]) => {
              const found = await pool.query(statement as string, values)
              if (statement.name === 'unsealed-terms' && !isStored) {
                isStored = true
                await trade()
              }
              return found
            },
    })
    await world.seal(world.eventsLog({ source: createEventsSource(whileLooking) }))
    await world.seal(world.eventsLog())
    const names = (await entries()).map((each) => (each.name === 'batch' ? each.event.kind : each.name))
    expect(names.filter((name) => name === 'contract-placed')).toHaveLength(2)
    expect(names.lastIndexOf('terms')).toBeLessThan(names.lastIndexOf('contract-placed'))
  })

  test('seals what an order was placed and settled with, provable with the secret of its customer alone', async () => {
    const { customers, orders, termsId } = await trade()
    await world.seal(world.eventsLog())
    const sealed = await batches()
    const placed = sealed.find(({ kind }) => kind === 'contract-placed')
    const settled = sealed.find(({ kind }) => kind === 'contract-settled')
    if (placed === undefined || settled === undefined) throw new Error('a batch is missing')
    expect([placed.itemCount, settled.itemCount]).toEqual([2, 2])
    const { rows } = await world.owner.query<Record<string, bigint>>(
      'select accepted_ms, entry_slot, exit_slot, settled_slot, settled_ms from contract.contract_order order by order_id',
    )
    const placedLeaves = await Promise.all(
      orders.map(async (orderId, index) =>
        itemLeafHash(
          itemSalt({ customerSecret: await secretOf(customers[index] ?? 0n), type: 32, id: orderId, version: 0 }),
          placedItem.encode({
            orderId,
            instrumentId: 1,
            symbol: 'TEST1',
            termsId,
            direction: 'up',
            asset: 'USD',
            stake: 10_000_000n,
            fee: 50_000n,
            profit: 8_500_000n,
            acceptedMs: Number(rows[index]?.['accepted_ms']),
            entrySlot: Number(rows[index]?.['entry_slot']),
            exitSlot: Number(rows[index]?.['exit_slot']),
            entryWindowSlots: 1,
            exitWindowSlots: 1,
            priceDecimals: 2,
            tieRule: 'stake-and-fee-returned',
          }),
        ),
      ),
    )
    const [own, other] = placedLeaves
    if (own === undefined || other === undefined) throw new Error('an order is missing')
    verifyInclusion({ root: placed.itemsRoot, index: 0, size: 2, leafHash: own, proof: [other] })
    const settledLeafOf = async (index: number) => {
      const [orderId = 0n, row] = [orders[index], rows[index]]
      return itemLeafHash(
        itemSalt({ customerSecret: await secretOf(customers[index] ?? 0n), type: 33, id: orderId, version: 0 }),
        settledItem.encode({
          orderId,
          result: 'tie',
          voidReason: 'none',
          entryPrice: 101n,
          exitPrice: 101n,
          scale: 0,
          settledSlot: Number(row?.['settled_slot']),
          net: 0n,
          settledMs: Number(row?.['settled_ms']),
        }),
      )
    }
    const { rows: leaves } = await world.owner.query<{ leaf_index: bigint }>(
      'select leaf_index from transparency.leaf_of_batch where stripe = $1 and seq = $2',
      [settled.stripe, settled.seq],
    )
    expect((await entries())[Number(leaves[0]?.leaf_index)]?.event).toEqual(settled)
    const [sibling, settledLeaf] = [await settledLeafOf(0), await settledLeafOf(1)]
    verifyInclusion({ root: settled.itemsRoot, index: 1, size: 2, leafHash: settledLeaf, proof: [sibling] })
  })

  test('has each version of terms before the orders on it, each halt and its lifting, and the head of the audit', async () => {
    const { termsId } = await trade()
    const { operatorId } = await addOperator(world.owner, { name: 'mia', roles: ['desk'] })
    await world.seal(world.eventsLog())
    await world.owner.query(
      `insert into market.halt (instrument_id, reason, note, halted_by, halted_ms) values (1, 'other', 'a test', $1, 7)`,
      [operatorId],
    )
    const log = world.eventsLog()
    await world.seal(log)
    await world.owner.query(
      `update market.halt set lift_note = 'it is over', lift_requested_by = $1, lift_requested_ms = 8,
         lifted_by = $2, lifted_ms = 9`,
      [operatorId, (await addOperator(world.owner, { name: 'noa', roles: ['desk'] })).operatorId],
    )
    await world.seal(log)
    await world.seal(log)
    const all = await entries()
    const positionOf = (name: string) => all.findIndex((each) => each.name === name)
    expect(all[positionOf('terms')]?.event).toMatchObject({ termsId, symbol: 'TEST1', version: 1, offered: true })
    expect(positionOf('terms')).toBeLessThan(
      all.findIndex(({ name, event }) => name === 'batch' && event.kind === 'contract-placed'),
    )
    expect(all.flatMap((each) => (each.name === 'halt' ? [each.event] : []))).toEqual([
      { instrumentId: 1, halted: true, atMs: 7 },
      { instrumentId: 1, halted: false, atMs: 9 },
    ])
    const { rows } = await world.owner.query<{ seq: bigint; hash: Buffer }>('select seq, hash from audit.head')
    const heads = all.flatMap((each) => (each.name === 'auditHead' ? [each.event] : []))
    expect(heads.at(-1)).toMatchObject({ auditId: Number(rows[0]?.seq) })
    expect(equalBytes(heads.at(-1)?.hash ?? new Uint8Array(0), Uint8Array.from(rows[0]?.hash ?? []))).toBe(true)
  })

  test('has each snapshot of liabilities, which is logged by that, and seeds before and after their day', async () => {
    const event = Buffer.concat([Buffer.of(1, 20), Buffer.alloc(30)])
    await world.owner.query(
      'insert into solvency.snapshot (snapshot_id, at_ms, customers, event) values (3, 5, 0, $1)',
      [event],
    )
    const seed = Buffer.alloc(32, 9)
    await world.owner.query('insert into market.seed_commitment values (20000, sha256($1), 7, null, null)', [seed])
    const log = world.eventsLog()
    await world.seal(log)
    await world.owner.query(
      'update market.seed_commitment set seed = $1, revealed_ms = (day * 24::bigint + 49) * 3600000',
      [seed],
    )
    await world.seal(log)
    await world.seal(log)
    const all = await entries()
    const position = all.findIndex(({ name }) => name === 'snapshot')
    expect(all[position]?.event).toEqual(Uint8Array.from(event))
    const { rows } = await world.owner.query('select logged_shard, logged_index::int from solvency.snapshot')
    expect(rows).toEqual([{ logged_shard: shard, logged_index: position }])
    const seeds = all.filter(({ name }) => name.startsWith('seed'))
    expect(seeds.map(({ name }) => name)).toEqual(['seedCommitment', 'seedRevealed'])
    expect(seeds[0]?.event).toEqual({ day: 20_000, seedHash: sha256(Uint8Array.from(seed)) })
    expect(seeds[1]?.event).toEqual({ day: 20_000, seed: Uint8Array.from(seed) })
  })

  test('is rebuilt where its folder is lost, in the order that it was signed in', async () => {
    await trade()
    await world.seal(world.eventsLog())
    const before = await entries()
    await rm(join(world.folder, 'events'), { recursive: true })
    await ledger.openNextCustomer()
    const log = world.eventsLog()
    await world.seal(log)
    expect(log.stoppedBy).toBeNull()
    expect((await entries()).slice(0, before.length)).toEqual(before)
  })

  test('takes no batch before the one that it follows, and none twice', async () => {
    await trade()
    await world.seal(world.eventsLog())
    const count = (await entries()).length
    const append = (stripe: number, seq: bigint, index = count) =>
      world.pool.query(
        `select transparency.append_events((select transparency.begin_sealing('events')), $1, $2, array['\\x0110'::bytea],
           array[$3]::smallint[], array[$4]::bigint[], array[null]::text[], array[null]::bigint[])`,
        [shard, index, stripe, seq],
      )
    const { rows } = await world.owner.query<{ seq: bigint }>('select seq from ledger.stripe where stripe = 1')
    const next = (rows[0]?.seq ?? 0n) + 1n
    await expect(append(1, next + 1n)).rejects.toThrow('do not continue those in the log')
    await expect(append(1, next - 1n)).rejects.toThrow('do not continue those in the log')
    await expect(append(1, next, count + 1)).rejects.toThrow('is not the next one')
    await expect(world.owner.query('delete from transparency.event')).rejects.toThrow('a log only grows')
  })
})
