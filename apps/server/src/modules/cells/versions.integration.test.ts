import { expect, test } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { copyFrames, copyMarket } from './frames-store.ts'
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

test('refuses a version that differs from what the cell has', async () => {
  await first.offer({ instrumentId: 1, durationSlots: 8, feeBps: 10 })
  await second.owner.query(
    `select setval(pg_get_serial_sequence('market.terms', 'terms_id'), max(terms_id)) from market.terms`,
  )
  await second.offer({ instrumentId: 1, durationSlots: 8, feeBps: 20 })
  await publishTerms(world.directory, first.owner, 5)
  const failed = await spreadTerms(world.directory, world.cells)
  expect(failed.get(2)).toContain('differs from what this cell has in market.terms')
})

test('publishes the same frame in another cell, with the digest of its ticks', async () => {
  await copyMarket(first.owner, second.owner)
  await first.publish({ 1: { price: 10_001n } })
  await second.moveTo(first.slot)
  expect(await copyFrames(first.owner, second.owner, 10)).toBe(1)
  const newest = async (cell: typeof first) => {
    const { rows } = await cell.owner.query(
      'select slot, prices, states, epochs, price_sums::text, ticks_digest from market.frame order by slot desc limit 1',
    )
    return rows
  }
  expect(await newest(second)).toEqual(await newest(first))
  expect(await copyFrames(first.owner, second.owner, 10)).toBe(0)
})
