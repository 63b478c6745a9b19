import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openBuyer } from './testing/buyer.ts'
import type { Buyer } from './testing/buyer.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { PlaceInput } from '../ledger/testing/ledger-world.ts'

let buyer: Buyer

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
beforeEach(async () => {
  buyer = await openBuyer(world, termsId)
})

/** Places in a transaction that stays open, like another process in the middle of its batch. */
async function placeAndHold(input: PlaceInput): Promise<pg.PoolClient> {
  const request = world.request(input)
  const client = await world.app.connect()
  await client.query('begin')
  await client.query(
    `select * from contract.place_orders(1::smallint, $1, $2, $3, $4, $5, array['up'::contract.direction], $6, $7,
      true)`,
    [
      [request.customerId],
      [request.requestId],
      [request.instrumentId],
      [request.durationSlots],
      [request.termsId],
      [request.stake.units],
      [request.seenSlot],
    ],
  )
  return client
}

test.each([
  ['accepted', {}],
  ['refused', { stakeUnits: 1n }],
])(
  'a twin of a request that is being %s elsewhere, in the other asset, waits before it stops the frames',
  async (_, change) => {
    const input = buyer.order(change)
    const holder = await placeAndHold(input)
    const twin = world.place([{ ...input, asset: 'USDT' }])
    await expect.poll(async () => (await world.waitingPids()).length).toBe(1)
    const { rows } = await world.owner.query(
      `select from pg_locks where locktype = 'advisory' and objid = 7301 and granted and pid = any($1::integer[])`,
      [await world.waitingPids()],
    )
    await holder.query('commit')
    holder.release()
    expect(rows).toEqual([])
    expect(await twin).toMatchObject([{ outcome: 'conflict' }])
  },
)

test('a request without an account waits for nobody', async () => {
  const input = buyer.order({ customerId: 999_999n })
  const holder = await placeAndHold(input)
  expect(await world.place([{ ...input, asset: 'USDT' }])).toMatchObject([{ outcome: 'insufficient-balance' }])
  await holder.query('commit')
  holder.release()
})

test('a clock that was set back finds the market stale', async () => {
  const newest = world.slot - 1
  const setTo = (slot: number) =>
    world.owner.query('update clock.setting set virtual_now_ms = $1', [genesisMs + slot * 500])
  await setTo(newest - 3)
  expect(await world.place([buyer.order({ seenSlot: newest - 3 })])).toMatchObject([{ outcome: 'market-stale' }])
  await setTo(newest - 2)
  expect(await world.place([buyer.order({ seenSlot: newest - 2 })])).toMatchObject([{ outcome: 'accepted' }])
  await world.moveTo(world.slot)
})

test('a repeat of a stored refusal keeps its answer beyond sixty refusals a minute, and counts no more', async () => {
  const first = { ...buyer.order({ stakeUnits: 1n }), seenSlot: world.slot - 1 }
  expect(await world.place([first])).toMatchObject([{ outcome: 'below-minimum' }])
  await world.place(Array.from({ length: 59 }, () => buyer.order({ stakeUnits: 1n })))
  expect(await world.place([buyer.order({ stakeUnits: 1n })])).toMatchObject([{ outcome: 'frequent-operations' }])
  expect(await world.place([first])).toMatchObject([{ outcome: 'below-minimum' }])
})
