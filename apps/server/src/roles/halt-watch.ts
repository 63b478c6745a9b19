import { readStripes } from '../modules/ledger/index.ts'
import { startRounds } from '../platform/rounds.ts'
import type { Health, Shared } from './shared.ts'

/** As old as what a checker of this process knows may be, at most. */
const everyMs = 5_000

/** Watches whether the ledger is halted, for a process without settlement, whose checker would know. */
export function startHaltWatch({ pool, logger }: Pick<Shared, 'pool' | 'logger'>): Pick<Health, 'isLedgerHalted'> & {
  stop(): Promise<void>
} {
  let isHalted = false
  const rounds = startRounds(
    async () => {
      try {
        isHalted = (await readStripes(pool)).some((stripe) => stripe.isHalted)
      } catch (error) {
        logger.error({ err: error }, 'whether the ledger is halted could not be read')
      }
    },
    { everyMs },
  )
  return { isLedgerHalted: () => isHalted, stop: rounds.stop }
}
