import { checkLedger } from '../apps/server/src/modules/soundness/index.ts'
import { liveOnce } from './simulation/simulated-life.ts'
import { openSimulatedWorld } from './simulation/simulated-world.ts'
import { onThrowawayCluster } from './throwaway-cluster.ts'
import { trial } from './trial.ts'

/**
 * Simulated lives of a market and its customers on virtual time, over the real ledger: batcher, slots, expiry,
 * settlement and the ledger's checker with crashes, lost and late responses, deadlocks, repeats, double taps and missed
 * slots. An oracle in plain integers computes the expected results. Life `n` has the seed `seed + n`: a failing one
 * replays alone with `--seed <its seed> --seeds 1`.
 */
export const simulation = trial({
  about: 'Lives of a market on virtual time with crashes, deadlocks and repeats, against an oracle',
  sizes: { seeds: [1_000, 4], lanes: [2, 1] },
  run: onThrowawayCluster(async (cluster, { sizes, seed, progress }) => {
    const failures: string[] = []
    const totals = { orders: 0, crashes: 0, missedSlots: 0, mishaps: 0 }
    const outcomes: Record<string, number> = {}
    let begun = 0
    const lane = async (): Promise<void> => {
      const database = await cluster.open()
      const world = await openSimulatedWorld(database)
      try {
        while (begun < sizes.seeds) {
          const ownSeed = seed + begun
          begun += 1
          const { failures: found, counts } = await liveOnce(world, ownSeed)
          for (const failure of found) failures.push(`seed ${ownSeed}: ${failure}`)
          if (found[0] !== undefined) progress(`seed ${ownSeed}: ${found[0]}`)
          totals.orders += counts.orders
          totals.crashes += counts.crashes
          totals.missedSlots += counts.missedSlots
          totals.mishaps += counts.mishaps
          for (const [outcome, count] of Object.entries(counts.outcomes))
            outcomes[outcome] = (outcomes[outcome] ?? 0) + count
          if (begun % 50 === 0) progress(`${begun} lives, ${totals.orders} orders, ${failures.length} failures`)
        }
        for (const { invariant, detail } of (await checkLedger(world.ledger.app)).mismatches)
          failures.push(`${invariant}: ${detail}`)
      } finally {
        await world.close()
        await database.close()
      }
    }
    const startedMs = performance.now()
    await Promise.all(Array.from({ length: sizes.lanes }, lane))
    const seconds = (performance.now() - startedMs) / 1_000
    return [{ name: 'simulation', size: sizes.seeds, failures, figures: { ...totals, ...outcomes, seconds } }]
  }),
})
