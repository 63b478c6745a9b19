import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTest, openTestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { EditedWorld } from './testing/edited-world.ts'
import type { Caught } from './testing/edited-world.ts'

// A superuser of the database and of the machine edits what is stored. This table says what notices it, and after how
// many seals: 0 is at once, 1 is within two seconds of the next frame or batch.

let edited: EditedWorld

beforeEach(async () => {
  edited = await EditedWorld.open(closeAfterTest(await openTestDatabase()))
  closeAfterTest(edited.world)
})

interface Edit {
  readonly what: string
  readonly caught: Caught
  edit(world: EditedWorld): Promise<void>
}

/** Changes a byte of the newest file of a folder of the log. */
async function spoil(world: EditedWorld, path: string): Promise<void> {
  const folder = join(world.world.folder, path)
  const [name = ''] = await readdir(folder)
  const bytes = await readFile(join(folder, name))
  bytes[40] = (bytes[40] ?? 0) ^ 1
  await writeFile(join(folder, name), bytes)
}

const edits: readonly Edit[] = [
  {
    what: 'an entry of a frame in the folder of the log',
    caught: { auditor: 0 },
    edit: (world) => spoil(world, 'ticks/2026h1/tile/entries/000.p'),
  },
  {
    what: 'a tile in the folder of the log',
    caught: { auditor: 0, 'own checks': 0 },
    edit: (world) => spoil(world, 'ticks/2026h1/tile/0/000.p'),
  },
  {
    what: 'a frame after it was sealed, with sums after it',
    caught: { 'own checks': 0 },
    edit: async (world) => {
      await world.sealPastTile()
      await world.asSuperuser(
        'update market.frame set prices[1] = prices[1] + 500 where slot = 100058',
        'update market.frame set price_sums[1] = price_sums[1] + 500 where slot >= 100058 and slot < 100100',
      )
    },
  },
  {
    what: 'a sealed frame that is removed',
    caught: { 'own checks': 0 },
    edit: async (world) => {
      await world.sealPastTile()
      await world.asSuperuser('delete from market.frame where slot = 100058')
    },
  },
  {
    what: 'a stored entry of the log of events',
    caught: { 'own checks': 0 },
    edit: (world) =>
      world.asSuperuser(
        "update transparency.event set entry = set_byte(entry, 30, 255) where shard = '2026h1' and leaf_index = 2",
      ),
  },
  {
    what: 'a frame after it was sealed, in a new history that is signed by the same key',
    caught: { app: 0, auditor: 0, witness: 0 },
    edit: async (world) => {
      await world.asSuperuser(
        'update market.frame set prices[1] = prices[1] + 500 where slot = 100058',
        'update market.frame set price_sums[1] = price_sums[1] + 500 where slot >= 100058',
      )
      await world.signAnotherHistory()
    },
  },
  {
    what: 'the price of a frame before it is sealed',
    caught: { auditor: 1 },
    edit: async (world) => {
      await world.world.price(world.world.ledger.slot + 9)
      await world.asSuperuser(
        `update market.frame set prices[1] = prices[1] + 1 where slot = ${world.world.ledger.slot - 5}`,
      )
    },
  },
  {
    what: 'the stake of an order',
    caught: { app: 0, 'own checks': 0 },
    edit: (world) =>
      world.asSuperuser(`update contract.contract_order set stake = stake * 2 where order_id = ${world.order.orderId}`),
  },
  {
    what: 'the result of an order',
    caught: { app: 0, 'own checks': 0 },
    edit: (world) =>
      world.asSuperuser(
        `update contract.contract_order set result = 'lost', net = -(stake + fee) where order_id = ${world.order.orderId}`,
      ),
  },
  {
    what: 'a batch of the ledger, with the links of the hash chain after it',
    caught: { auditor: 1, 'own checks': 0 },
    edit: (world) =>
      world.asSuperuser(
        `update ledger.batch set hash = sha256('other') where (stripe, seq) = (select stripe, seq from ledger.stripe
           where seq > 0 order by seq desc limit 1)`,
        `update ledger.stripe set head = sha256('other') where (stripe, seq) = (select stripe, seq from ledger.stripe
           where seq > 0 order by seq desc limit 1)`,
      ),
  },
  {
    what: 'a row of the audit',
    caught: { 'own checks': 0 },
    edit: (world) =>
      world.asSuperuser("update audit.entry set reason = 'another' where seq = (select min(seq) from audit.entry)"),
  },
  {
    what: "a customer's leaf of the liabilities",
    caught: { app: 0 },
    edit: (world) =>
      world.asSuperuser('update solvency.leaf set records = set_byte(records, 30, (get_byte(records, 30) + 1) % 256)'),
  },
]

describe('an edit behind the product’s back', () => {
  test.each(edits)(
    'of $what is caught by those who look',
    async ({ caught, edit }) => {
      await edit(edited)
      expect(await edited.catchers()).toEqual(caught)
    },
    120_000,
  )
})
