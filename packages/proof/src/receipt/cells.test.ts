import { describe, expect, test } from 'vitest'
import type { BatchEvent, CellPlace } from '../encoding/index.ts'
import { movementExample } from '../testing/format-examples.ts'
import { randomOf } from '../testing/random.ts'
import { syntheticVkey } from '../testing/synthetic-keys.ts'
import { syntheticMovementParts } from '../testing/synthetic-receipt.ts'
import { plainReceipt } from '../testing/synthetic-world.ts'
import { buildReceipt, parseReceipt, parseTrustedFile, verifyReceipt } from './index.ts'
import type { Trusted } from './index.ts'
import { serialiseReceipt } from './receipt-text.ts'

/** The places that the log of a cell with this many entries before the shard gives to both batches. */
interface Places {
  readonly placed: CellPlace | null
  readonly settled: CellPlace | null
}

const withPlace = (place: CellPlace | null) => (batch: BatchEvent) => (place === null ? batch : { ...batch, ...place })

/** A receipt from the log of cell 2, as true as `change` leaves it. */
async function receiptOfCell(change: (places: Places) => Places = (places) => places, isSplit = false) {
  const { parts } = await plainReceipt({ isSplit })
  const { placed, settled } = parts
  const before = isSplit ? 1_000 + placed.leaf + 1 : 1_000
  const places = change({
    placed: { cell: 2, sequence: 1_000 + placed.leaf },
    settled: { cell: 2, sequence: before + settled.leaf },
  })
  const lies = { placedBatch: withPlace(places.placed), settledBatch: withPlace(places.settled) }
  return plainReceipt({ isSplit, lies })
}

/** The step that failed, with its message. */
async function failureOf({ text, trusted }: { text: string; trusted: Trusted }, trust: Partial<Trusted> = {}) {
  const { verdict, steps } = await verifyReceipt(text, { ...trusted, ...trust })
  const failed = steps.find(({ state }) => state === 'failed')
  return failed === undefined ? verdict : `${failed.name}: ${failed.evidence['message']}`
}

describe('a receipt from the log of one of several cells', () => {
  test.each([false, true])('passes, and names the cell of both batches (in two shards: %s)', async (isSplit) => {
    const receipt = await receiptOfCell((places) => places, isSplit)
    expect(await failureOf(receipt)).toBe('passed')
    expect(await failureOf(receipt, { cell: 2 })).toBe('passed')
    const parsed = parseReceipt(receipt.text)
    if (parsed.kind !== 'contract') throw new Error('it is no contract')
    expect([parsed.placed.cell, parsed.settled.batch.value.cell]).toEqual([2, 2])
    expect(buildReceipt(receipt.parts)).toBe(receipt.text)
  })

  test('fails for the keys of another cell', async () => {
    expect(await failureOf(await receiptOfCell(), { cell: 1 })).toBe(
      'placed-in-log: The batch is of another cell than the log.',
    )
  })

  test('fails where the settlement is of another cell, or of none', async () => {
    const message = 'settled-in-log: The settlement is in the log of another cell.'
    const other = ({ placed, settled }: Places) => ({ placed, settled: settled && { ...settled, cell: 1 } })
    expect(await failureOf(await receiptOfCell(other))).toBe(message)
    expect(await failureOf(await receiptOfCell(({ placed }) => ({ placed, settled: null })))).toBe(message)
  })

  test.each([false, true])('fails where the entries of the cell have a gap (in two shards: %s)', async (isSplit) => {
    const gap = ({ placed, settled }: Places) => ({
      placed,
      settled: settled && { ...settled, sequence: settled.sequence - (isSplit ? 2_000 : 1) },
    })
    const forward = ({ placed, settled }: Places) => ({ placed: placed && { ...placed, sequence: 2_000 }, settled })
    expect(await failureOf(await receiptOfCell(isSplit ? forward : gap, isSplit))).toBe(
      'settled-in-log: The entries of the cell have a gap between both batches.',
    )
  })

  test('passes where the order was placed before batches named their cell', async () => {
    expect(await failureOf(await receiptOfCell(({ settled }) => ({ placed: null, settled })), { cell: 2 })).toBe(
      'passed',
    )
  })

  test('fails where the cell that it names is not the one in the log', async () => {
    const { text, trusted } = await receiptOfCell()
    const parsed = parseReceipt(text)
    if (parsed.kind !== 'contract') throw new Error('it is no contract')
    const changed = serialiseReceipt({ ...parsed, placed: { ...parsed.placed, cell: 3 } })
    expect(await failureOf({ text: changed, trusted })).toBe(
      'placed-in-log: The entries are not in the log where the receipt says.',
    )
  })
})

test('a movement of another cell than that of the trusted keys fails', async () => {
  const keys = { ticks: [], events: [await syntheticVkey('candor.example/events/2026h1')], acceptance: [] }
  const parts = await syntheticMovementParts(movementExample, randomOf(1), {
    batch: (batch) => ({ ...batch, cell: 2, sequence: 7 }),
  })
  const text = buildReceipt(parts)
  const trusting = (cell: number) => parseTrustedFile(JSON.stringify({ ...keys, cell }))
  expect(await failureOf({ text, trusted: trusting(2) })).toBe('passed')
  expect(await failureOf({ text, trusted: trusting(1) })).toBe(
    'movement-in-log: The batch is of another cell than the log.',
  )
})
