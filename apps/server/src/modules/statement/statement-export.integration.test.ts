import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { addEntries } from '../ledger/testing/statement-entries.ts'
import { createStatementExports } from './statement-export.ts'
import type { StatementFilter } from './statement-store.ts'

const all: StatementFilter = { customerId: 1n, asset: null, kinds: null, fromMs: null, toMs: null }

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
await world.openCustomer(1n)
const termsId = await world.offer({ instrumentId: 1, durationSlots: 10 })
await world.publish()
await world.place([{ requestId: randomUUID(), customerId: 1n, stakeUnits: 100_000_000n, termsId, durationSlots: 10 }])
const exports = createStatementExports(
  { pool: world.app, clock: systemClock, logger: pino({ level: 'silent' }) },
  { entriesAtOnce: 1 },
)

async function begin(filter: StatementFilter): Promise<Readable> {
  const begun = await exports.begin(filter)
  if (!begun.ok) throw new Error('no export began')
  return begun.value.body
}

test('chains the lines of each account and ends with their number', async () => {
  const lines = (await text(await begin(all))).split('\r\n')
  expect(lines).toHaveLength(6)
  const hashes = new Map<string, string>()
  for (const line of lines.slice(1, 4)) {
    const [record, hash] = [line.slice(0, -65), line.slice(-64)]
    const [account = '', version] = record.split(',')
    const before = hashes.get(account) ?? '0'.repeat(64)
    expect(hashes.has(account)).toBe(version === '2')
    expect(hash).toBe(createHash('sha256').update(`${before},${record}`).digest('hex'))
    hashes.set(account, hash)
  }
  expect(hashes.size).toBe(2)
  expect(lines[1]).toMatch(/^\d+,1,[\dT:.-]+Z,USD,grant,10000,10000,0,grant:\d+,[0-9a-f]{64}$/)
  expect(lines[2]).toMatch(/^\d+,2,[\dT:.-]+Z,USD,contract-placed,-100.5,9899.5,100.5,order:\d+,[0-9a-f]{64}$/)
  expect(lines[4]).toMatch(/^end,3,[\dT:.-]+Z,,,,,,complete,[0-9a-f]{64}$/)
})

test('sends one file at a time to a customer, and the next once the first has gone away', async () => {
  const first = await begin(all)
  expect(await exports.begin(all)).toMatchObject({ ok: false, error: 'frequent-operations' })
  first.destroy()
  await sleep(10)
  expect(exports.underWay()).toBe(0)
  expect(await text(await begin({ ...all, kinds: ['swap'] }))).toMatch(/\r\nend,0,.*,filtered,[0-9a-f]{64}\r\n$/)
})

test('does not wait for the files of other customers, however slowly those are read', async () => {
  const others = Array.from({ length: 12 }, (_, index) => BigInt(100 + index))
  for (const customerId of others) await world.openCustomer(customerId)
  const unread = await Promise.all(others.map((customerId) => begin({ ...all, customerId })))
  expect(exports.underWay()).toBe(12)
  expect(await text(await begin(all))).toMatch(/\r\nend,3,/)
  for (const file of unread) file.destroy()
  await sleep(10)
  expect(exports.underWay()).toBe(0)
})

test('reads no further ahead of a slow client than a buffer holds', async () => {
  const entries = 3_000
  const [entriesAtOnce, bufferBytes] = [100, 65_536]
  await world.openCustomer(2n)
  await addEntries(world.owner, { customerId: 2n, entries, days: 2, nowMs: genesisMs })
  const slow = createStatementExports(
    { pool: world.app, clock: systemClock, logger: pino({ level: 'silent' }) },
    { entriesAtOnce },
  )
  const begun = await slow.begin({ ...all, customerId: 2n })
  if (!begun.ok) throw new Error('no export began')
  const reader = begun.value.body[Symbol.asyncIterator]()
  await reader.next()
  await sleep(300)
  expect(begun.value.body.readableLength).toBeGreaterThan(0)
  expect(begun.value.body.readableLength).toBeLessThan(bufferBytes + entriesAtOnce * 200)
  let rest = 0
  for (let part = await reader.next(); part.done !== true; part = await reader.next()) rest += String(part.value).length
  expect(rest).toBeGreaterThan(entries * 120)
})
