import { slotMs } from '@candor/formulas'
import { startSettler } from '../apps/server/src/modules/settlement/index.ts'
import { emptyFrame } from '../apps/server/src/platform/bus/testing/empty-frame.ts'
import { atLeastRatio, atMostRatio, bench, median } from './figure.ts'
import { openOrderWorld, silent } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'
import { withBalances } from '../apps/server/src/modules/statement/testing/with-balances.ts'

const inFlight = 1_024

/**
 * Orders that expire in one slot, from the commit of its frame until the last is settled, against the rate of placing
 * them.
 */
export const settle = bench({
  about: 'Settling orders that expire in one slot, against the rate of placing them',
  sizes: { runs: [5, 1], customers: [5_000, 50], many: [20_000, 300], some: [5_000, 100] },
  bars: { 'settle-rate': atLeastRatio(0.8), 'settle-some-ms': atMostRatio(2) },
  async run(sizes) {
    const world = await openOrderWorld(sizes)
    const placing: number[] = []
    const settling: number[] = []
    const someMs: number[] = []
    try {
      await storm(world, sizes.some)
      for (let run = 0; run < sizes.runs; run += 1) {
        const many = await storm(world, sizes.many)
        placing.push(many.placingRate)
        settling.push((sizes.many / many.settledMs) * 1_000)
        someMs.push((await storm(world, sizes.some)).settledMs)
      }
    } finally {
      await world.close()
    }
    return [
      {
        name: 'settle-rate',
        value: median(settling),
        unit: '1/s',
        against: `placing, ${inFlight} in flight`,
        againstValue: median(placing),
      },
      { name: 'settle-some-ms', value: median(someMs), unit: 'ms', against: 'one slot', againstValue: slotMs },
    ]
  },
})

/** Places orders with one exit slot, publishes its frame and waits until all are settled and published. */
async function storm(world: OrderWorld, count: number): Promise<{ placingRate: number; settledMs: number }> {
  const { ledger, bus } = world
  const placingRate = await world.placingRate(count, Math.min(inFlight, count))
  await world.moveBeforeExit()
  const allSettled = Promise.withResolvers<void>()
  let settled = 0
  const onSettled = (): void => {
    settled += 1
    if (settled === count) allSettled.resolve()
  }
  const settler = startSettler(withBalances({ pool: ledger.app, bus, logger: silent, onSettled }))
  await settler.settle()
  if (settled > 0) throw new Error('orders were settled before their exit')
  await ledger.publish()
  const startMs = performance.now()
  // The settler uses only the arrival of a frame, not its content.
  bus.publish('frame', emptyFrame(ledger.slot))
  await allSettled.promise
  const settledMs = performance.now() - startMs
  await settler.stop()
  return { placingRate, settledMs }
}
