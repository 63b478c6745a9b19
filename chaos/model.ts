import { liveThrough } from '../apps/server/src/modules/soundness/testing/ledger-history.ts'
import { onThrowawayCluster } from './throwaway-cluster.ts'
import { trial } from './trial.ts'

/**
 * The ledger against a model in plain integers, through random histories of batches, repeats, conflicts, frames, gaps
 * and settlements, withdrawals with all operators' acts, deposits, corrections, swaps, interest orders and sales on the
 * trading floor, some of them concurrent. History `n` has the seed `seed + n`: a failing one replays alone with `--seed
 * <its seed> --commands 1`.
 */
export const model = trial({
  about: 'The ledger beside a model of it in plain integers, through random histories',
  sizes: { commands: [100_000, 200], length: [400, 100], lanes: [2, 1] },
  run: onThrowawayCluster(async (cluster, { sizes, seed, progress }) => {
    const failures: string[] = []
    let commands = 0
    let histories = 0
    const orders = { accepted: 0, settled: 0, withdrawn: 0, swapped: 0, matured: 0, sold: 0 }
    const lane = async (): Promise<void> => {
      while (commands < sizes.commands) {
        const ownSeed = seed + histories
        histories += 1
        const database = await cluster.open()
        try {
          const lived = await liveThrough(ownSeed, sizes.length, database)
          orders.accepted += lived.accepted
          orders.settled += lived.settled
          orders.withdrawn += lived.withdrawn
          orders.swapped += lived.swapped
          orders.matured += lived.matured
          orders.sold += lived.sold
        } catch (error) {
          const failure = error instanceof Error ? error.message : String(error)
          failures.push(failure)
          progress(failure)
        } finally {
          commands += sizes.length
          await database.close()
        }
        if (histories % 20 === 0)
          progress(`${histories} histories, ${commands} commands, ${failures.length} differences`)
      }
    }
    await Promise.all(Array.from({ length: sizes.lanes }, lane))
    return [{ name: 'model', size: commands, failures, figures: { histories, ...orders } }]
  }),
})
