import { systemRepeat } from './clock.ts'
import type { Repeat } from './clock.ts'
import type { Logger } from './logger.ts'
import type { Database } from './transaction.ts'

/** Work in rounds, never two at a time. */
export interface Rounds {
  /** Does a round now, or waits for the end of the one under way. */
  look(): Promise<void>
  /** Begins no further round, and ends after the one under way. */
  stop(): Promise<void>
}

/** What a watch over the database runs on. */
export interface WatchOptions {
  readonly pool: Database
  readonly logger: Logger
  /** The timer of rounds; the system's by default. */
  readonly repeat?: Repeat
}

/** Work done in a round. A long one asks between its steps whether it is to end. */
type Round = (isStopping: () => boolean) => Promise<void>

/**
 * Runs a round at once, and then at a fixed interval in milliseconds. A round handles its own errors: a failed one must
 * not end later ones.
 */
export function startRounds(round: Round, { everyMs, repeat = systemRepeat }: RoundTimes): Rounds {
  let isStopping = false
  let running: Promise<void> | null = null
  const look = (): Promise<void> => {
    running ??= round(() => isStopping).finally(() => (running = null))
    return running
  }
  const end = repeat(() => void look(), everyMs)
  void look()
  return {
    look,
    stop: async () => {
      isStopping = true
      end()
      await running
    },
  }
}

interface RoundTimes {
  readonly everyMs: number
  /** The timer of rounds; the system's by default. */
  readonly repeat?: Repeat | undefined
}
