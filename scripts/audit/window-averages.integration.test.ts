import { join } from 'node:path'
import { contractPrices } from '@candor/formulas'
import type { FramePoint } from '@candor/formulas'
import { decodeTickEntry, frameRecord, recordsRootOf } from '@candor/proof/encoding'
import type { FrameRecord } from '@candor/proof/encoding'
import { windowTotals } from '@candor/proof/receipt'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGuards } from '../../apps/server/src/modules/transparency/index.ts'
import { LogReader } from '../../apps/server/src/modules/transparency/testing/log-reader.ts'
import { closeAfterTests, testDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { openAuditWorld } from './testing/audit-world.ts'

const world = closeAfterTests(await openAuditWorld(await testDatabase()))
const instrumentId = 1

/** A slot of the market: null where it has no frame. The code of a state is its position. */
const states = ['closed', 'open', 'stale'] as const
const cellStates = [0, 1, 1, 1, 2] as const
const slot = fc.option(
  fc.record({ price: fc.bigInt({ min: 1n, max: 10n ** 12n }), state: fc.constantFrom(...cellStates) }),
  { freq: 6 },
)
const epochOfAll = 0

/** Publishes random frames and seals them. Returns the first slot and what was published. */
async function publish(cells: readonly ({ readonly price: bigint; readonly state: 0 | 1 | 2 } | null)[]) {
  const { ledger } = world
  const points: FramePoint[] = []
  const firstSlot = ledger.slot
  for (const cell of cells) {
    if (cell === null) {
      await ledger.moveTo(ledger.slot + 1)
      continue
    }
    const state = states[cell.state] ?? 'closed'
    points.push({ slot: ledger.slot, ticks: cell.price, state, epoch: epochOfAll })
    await ledger.publish({ [instrumentId]: { ...cell, epoch: epochOfAll } })
  }
  await world.seal()
  return { firstSlot, points }
}

/** The sealed records of the instrument by their slots, each under the root in its leaf. */
async function sealedRecords(): Promise<ReadonlyMap<number, FrameRecord>> {
  const [guard] = await readGuards(world.logs.pool, 'ticks')
  if (guard === undefined) throw new Error('nothing is sealed')
  const reader = new LogReader(join(world.folder, 'ticks', guard.shard), guard.vkey)
  const checkpoint = await reader.checkpoint()
  const [entries, records] = [await reader.entries(checkpoint), await reader.records(checkpoint)]
  const sealed = new Map<number, FrameRecord>()
  for (const [index, bytes] of entries.entries()) {
    const entry = decodeTickEntry(bytes)
    const own = records[index] ?? null
    if (own === null || !('recordsRoot' in entry)) continue
    expect(recordsRootOf(own)).toEqual(entry.recordsRoot)
    sealed.set(entry.slot, frameRecord.decode(own[instrumentId - 1] ?? new Uint8Array(0)))
  }
  return sealed
}

async function averageInDatabase(from: number, to: number): Promise<bigint | null> {
  const { rows } = await world.ledger.owner.query<{ price: bigint | null }>(
    'select price from market.window_average($1, $2, $3)',
    [instrumentId, from, to],
  )
  return rows[0]?.price ?? null
}

test('settlement, the shared rule and the sealed leaves have one average of any window, with gaps and all states', async () => {
  const cells = fc.sample(slot, { numRuns: 240, seed: 8 })
  const { firstSlot, points } = await publish([{ price: 100n, state: 1 }, ...cells, { price: 101n, state: 1 }])
  const sealed = await sealedRecords()
  const windows = fc.record({ at: fc.integer({ min: 1, max: 220 }), length: fc.integer({ min: 2, max: 20 }) })
  let withoutAverage = 0
  await fc.assert(
    fc.asyncProperty(windows, async ({ at, length }) => {
      const [from, to] = [firstSlot + at, firstSlot + at + length - 1]
      const timing = { entrySlot: from, exitSlot: to, entryWindowSlots: length, exitWindowSlots: length }
      const byRule = contractPrices(timing, points).entry
      const before = [...sealed.values()][[...sealed.keys()].findLastIndex((each) => each < from)]
      if (before === undefined) throw new Error('no frame lies before the window')
      const slots = Array.from({ length }, (_, offset) => sealed.get(from + offset) ?? null)
      expect(windowTotals({ before, slots }).average).toBe(byRule)
      expect(await averageInDatabase(from, to)).toBe(byRule)
      if (byRule === null) withoutAverage += 1
    }),
    { numRuns: 200, seed: 8 },
  )
  expect(withoutAverage).toBeGreaterThan(0)
  expect(withoutAverage).toBeLessThan(150)
})
