import { startSettler } from '../apps/server/src/modules/settlement/index.ts'
import { atMostRatio, bench, median } from './figure.ts'
import { loneOrders, openOrderWorld, silent } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'
import { withBalances } from '../apps/server/src/modules/statement/testing/with-balances.ts'

const inFlight = 1_024
const roundOrders = 20_000

/** The median time of a lone order with many closed orders behind it, against the same with few. */
export const growth = bench({
  about: 'A lone order with many closed orders behind it, against the same with few',
  sizes: { runs: [5, 1], customers: [5_000, 50], few: [10_000, 50], many: [1_000_000, 300], lone: [200, 3] },
  bars: { 'growth-lone': atMostRatio(1.15) },
  async run(sizes) {
    const world = await openOrderWorld(sizes)
    try {
      await closeOrders(world, sizes.few)
      const few = await medianOfRuns(world, sizes)
      await closeOrders(world, sizes.many - sizes.few)
      const many = await medianOfRuns(world, sizes)
      return [
        { name: 'growth-lone', value: many, unit: 'ms', against: `with ${sizes.few} closed orders`, againstValue: few },
      ]
    } finally {
      await world.close()
    }
  },
})

async function medianOfRuns(world: OrderWorld, { runs, lone }: { runs: number; lone: number }): Promise<number> {
  await world.ledger.owner.query('vacuum analyze')
  await world.ledger.owner.query('checkpoint')
  // The first ones meet cold caches.
  await loneOrders(world, Math.ceil(lone / 4))
  const medians: number[] = []
  for (let run = 0; run < runs; run += 1) medians.push(median(await loneOrders(world, lone)))
  return median(medians)
}

/** Places and settles orders, in rounds. */
async function closeOrders(world: OrderWorld, count: number): Promise<void> {
  for (let left = count; left > 0; left -= roundOrders) {
    await world.placingRate(Math.min(roundOrders, left), inFlight)
    await world.moveBeforeExit()
    await world.ledger.publish()
    const settler = startSettler(withBalances({ pool: world.ledger.app, bus: world.bus, logger: silent }))
    await settler.settle()
    await settler.stop()
  }
}
