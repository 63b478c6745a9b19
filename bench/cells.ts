import { atLeastRatio, atMost, bench, median } from './figure.ts'
import { batchRate, openCellBench } from './cell-bench.ts'
import type { CellBench } from './cell-bench.ts'

/**
 * Orders through a router against the same orders sent to the cell itself, and two cells against one, all on the
 * processors of this machine. It needs Debian's PostgreSQL and PL/Proxy, and throws where they are missing.
 */
export const cells = bench({
  about: 'Orders through a router of cells against one cell alone, and two cells against one',
  sizes: { runs: [5, 1], customers: [4_000, 1_000], batches: [40, 2], lone: [300, 3] },
  bars: {
    'cells-router-batches': atLeastRatio(0.85),
    'cells-router-lone': atMost(1),
    'cells-two': atLeastRatio(0.9),
  },
  isOnlyNamed: true,
  async run(sizes) {
    const world = await openCellBench(sizes)
    const rates = { direct: [] as number[], routed: [] as number[], two: [] as number[] }
    const lone = { direct: [] as number[], routed: [] as number[] }
    try {
      await world.warmUp()
      for (let run = 0; run < sizes.runs; run += 1) {
        rates.direct.push(await batchRate(world, { cells: [1], isRouted: false, batches: sizes.batches }))
        rates.routed.push(await batchRate(world, { cells: [1], isRouted: true, batches: sizes.batches }))
        rates.two.push(await batchRate(world, { cells: [1, 2], isRouted: false, batches: sizes.batches }))
        for (let order = 0; order < sizes.lone; order += 1) {
          lone.direct.push(await loneOrder(world, false))
          lone.routed.push(await loneOrder(world, true))
        }
        await world.settle()
      }
    } finally {
      await world.close()
    }
    const direct = { unit: '1/s', against: 'one cell without a router', againstValue: median(rates.direct) }
    return [
      { name: 'cells-router-batches', value: median(rates.routed), ...direct },
      {
        name: 'cells-router-lone',
        value: Math.max(0, median(lone.routed) - median(lone.direct)),
        unit: 'ms',
        against: 'a lone order without a router, to which it adds',
        againstValue: median(lone.direct),
      },
      { name: 'cells-two', value: median(rates.two), ...direct },
    ]
  },
})

async function loneOrder(world: CellBench, isRouted: boolean): Promise<number> {
  const startMs = performance.now()
  await world.place({ cell: 1, asset: 'USD', isRouted, count: 1 })
  return performance.now() - startMs
}
