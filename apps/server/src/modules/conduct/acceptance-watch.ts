import { startRounds } from '../../platform/rounds.ts'
import type { WatchOptions } from '../../platform/rounds.ts'
import { AcceptanceTimes } from './acceptance-times.ts'
import { addAcceptances, readStakeBands } from './conduct-store.ts'

const everyMs = 15_000

/** Counts and stores how long the server takes to accept orders. */
export interface AcceptanceWatch {
  /** Counts an order that took `tookMs` from its parsed request to its stored acceptance. */
  add(stakeUnits: bigint, tookMs: number): void
  /** Stores what is counted now. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** Starts the count of acceptances; reads the bands of stakes once. What a failed round held is lost. */
export async function startAcceptanceWatch(options: WatchOptions): Promise<AcceptanceWatch> {
  const { pool, logger } = options
  const times = new AcceptanceTimes(await readStakeBands(pool))
  const store = async (): Promise<void> => {
    const taken = times.take()
    if (taken.length === 0) return
    await addAcceptances(pool, taken).catch((error: unknown) => {
      logger.error({ err: error }, 'the times to accept orders could not be stored')
    })
  }
  const rounds = startRounds(store, { everyMs, repeat: options.repeat })
  return {
    add: (stakeUnits, tookMs) => times.add(stakeUnits, tookMs),
    look: rounds.look,
    stop: async () => {
      await rounds.stop()
      await store()
    },
  }
}
