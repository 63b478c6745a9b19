import { expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import { liveThrough } from './testing/ledger-history.ts'

const inAll = { withdrawn: 0, swapped: 0, matured: 0, sold: 0 }

test.each([1, 2, 3, 4, 5])(
  'the ledger and a model of it in plain integers never differ (%i)',
  async () => {
    const database = await openTestDatabase()
    try {
      const lived = await liveThrough(Math.floor(Math.random() * 2 ** 31), 240, database)
      const { accepted, settled, withdrawn, swapped, matured, sold } = lived
      expect(accepted).toBeGreaterThanOrEqual(settled)
      expect(settled).toBeGreaterThan(0)
      inAll.withdrawn += withdrawn
      inAll.swapped += swapped
      inAll.matured += matured
      inAll.sold += sold
    } finally {
      await database.close()
    }
  },
  120_000,
)

// A single history may contain none.
test('what they live through has withdrawals that were paid, swaps, interest orders that ended, and sales', () => {
  expect(inAll.withdrawn).toBeGreaterThan(0)
  expect(inAll.swapped).toBeGreaterThan(0)
  expect(inAll.matured).toBeGreaterThan(0)
  expect(inAll.sold).toBeGreaterThan(0)
})
