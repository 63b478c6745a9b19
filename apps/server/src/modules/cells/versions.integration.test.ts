import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { LedgerHaltedError } from '../ledger/index.ts'
import { copyFrames, copyMarket, publishFollowing, readFrame } from './frames-store.ts'
import { openCellWorld } from './testing/cell-world.ts'
import { publishTerms, spreadTerms } from './versions-store.ts'

const world = closeAfterTests(await openCellWorld())
const [first, second] = [world.world(1), world.world(2)]

const offered = async (cell: typeof first) => {
  const { rows } = await cell.owner.query('select terms_id, fee_bps from market.terms order by terms_id')
  return rows
}

test('gives terms of the first cell to all cells, under one number, once', async () => {
  const version = await publishTerms(world.directory, first.owner, 1)
  expect(await spreadTerms(world.directory, world.cells)).toEqual(new Map())
  await first.offer({ instrumentId: 2, durationSlots: 4, feeBps: 70 })
  expect(await publishTerms(world.directory, first.owner, 2)).toBe(version + 1n)
  expect(await publishTerms(world.directory, first.owner, 3)).toBe(version + 1n)
  expect(await offered(second)).not.toEqual(await offered(first))
  expect(await spreadTerms(world.directory, world.cells)).toEqual(new Map())
  expect(await offered(second)).toEqual(await offered(first))
  expect(await spreadTerms(world.directory, world.cells)).toEqual(new Map())
  const { rows } = await second.owner.query('select version from cell.version order by version desc limit 1')
  expect(rows).toEqual([{ version: version + 1n }])
})

test('lets no order through to a cell that missed a version, until it has it', async () => {
  const customerId = await world.addCustomer(2)
  const place = () =>
    world.directory.query('select directory.place_of_orders(array[$1::bigint]) as place', [customerId])
  await first.offer({ instrumentId: 2, durationSlots: 4, feeBps: 80 })
  await publishTerms(world.directory, first.owner, 4)
  const failed = await spreadTerms(world.directory, new Map([[1, first.owner]]))
  expect([...failed.keys()]).toEqual([2])
  await expect(place()).rejects.toThrow('cell 2 lacks the newest terms')
  expect(await spreadTerms(world.directory, world.cells)).toEqual(new Map())
  expect((await place()).rows).toEqual([{ place: 1 }])
})

test('takes no orders in a cell that missed a version, without a router either, until it has it', async () => {
  const customerId = await world.addCustomer(2)
  await world.pass(1)
  const terms = await second.owner.query<{ terms_id: bigint }>(
    'select max(terms_id) as terms_id from market.terms where instrument_id = 2',
  )
  const termsId = terms.rows[0]?.terms_id ?? 0n
  const place = () =>
    second.place([
      { customerId, requestId: randomUUID(), instrumentId: 2, durationSlots: 4, termsId, stakeUnits: 5_000_000n },
    ])
  expect(await place()).toMatchObject([{ outcome: 'accepted' }])
  await first.offer({ instrumentId: 1, durationSlots: 6, feeBps: 90 })
  await publishTerms(world.directory, first.owner, 5)
  await second.owner.query('alter function cell.apply_version rename to away')
  expect([...(await spreadTerms(world.directory, world.cells)).keys()]).toEqual([2])
  await expect(place()).rejects.toThrow(LedgerHaltedError)
  await expect(place()).rejects.toMatchObject({ cause: { code: 'CD003' } })
  await second.owner.query('alter function cell.away rename to apply_version')
  expect(await spreadTerms(world.directory, world.cells)).toEqual(new Map())
  expect(await place()).toMatchObject([{ outcome: 'accepted' }])
})

test('refuses a version that differs from what the cell has', async () => {
  await first.offer({ instrumentId: 1, durationSlots: 8, feeBps: 10 })
  await second.owner.query(
    `select setval(pg_get_serial_sequence('market.terms', 'terms_id'), max(terms_id)) from market.terms`,
  )
  await second.offer({ instrumentId: 1, durationSlots: 8, feeBps: 20 })
  await publishTerms(world.directory, first.owner, 6)
  const failed = await spreadTerms(world.directory, world.cells)
  expect(failed.get(2)).toContain('differs from what this cell has in market.terms')
})

const newest = async (cell: typeof first) => {
  const { rows } = await cell.owner.query(
    'select slot, prices, states, epochs, price_sums::text, ticks_digest from market.frame order by slot desc limit 1',
  )
  return rows
}

test('publishes the same frame in another cell, with the digest of its ticks', async () => {
  await copyMarket(first.owner, second.owner)
  await first.publish({ 1: { price: 10_001n } })
  await second.moveTo(first.slot)
  expect(await copyFrames(first.owner, second.owner, 10)).toBe(1)
  expect(await newest(second)).toEqual(await newest(first))
  expect(await copyFrames(first.owner, second.owner, 10)).toBe(0)
})

/** Commits the frame of the next slot in the first cell, and returns it as the other one is sent it. */
async function commit(price: bigint) {
  const { slot } = first
  await first.publish({ 1: { price } })
  await second.moveTo(first.slot)
  return { slot, after: slot - 1, publishedMs: 0, text: (await readFrame(first.owner, slot)) ?? '' }
}

test('publishes a frame that was sent once, if it follows the newest one', async () => {
  const one = await commit(10_002n)
  const other = await commit(10_003n)
  expect(JSON.parse(one.text)).toMatchObject({ slot: one.slot, after: one.after, publishedMs: expect.any(Number) })
  expect(await publishFollowing(second.owner, other)).toBe(false)
  expect(await publishFollowing(second.owner, one)).toBe(true)
  expect(await publishFollowing(second.owner, one)).toBe(false)
  expect(await publishFollowing(second.owner, { ...other, slot: other.slot + 1, after: one.slot })).toBe(false)
  expect(await publishFollowing(second.owner, other)).toBe(true)
  expect(await newest(second)).toEqual(await newest(first))
  expect(await readFrame(first.owner, first.slot)).toBeNull()
})

test('leaves out a frame that was sent and comes too late', async () => {
  const late = await commit(10_004n)
  await second.moveTo(late.slot + 4)
  expect(await publishFollowing(second.owner, late)).toBe(false)
  await second.moveTo(late.slot + 3)
  expect(await publishFollowing(second.owner, late)).toBe(true)
})
