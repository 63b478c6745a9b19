import { LRUCache } from 'lru-cache'
import type { Bus } from '../../platform/bus/index.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds, WatchOptions } from '../../platform/rounds.ts'
import { readAccessChanges } from './access-change-store.ts'

const everyMs = 400
/** A change is visible when its transaction commits, which the database ends within 15 s. */
const withinMs = 20_000

export interface AccessWatchOptions extends WatchOptions {
  /** The bus of this process: other processes look by themselves. */
  readonly bus: Bus
}

/**
 * Publishes to this process what other processes did to sessions and accounts, as the database noted it. A message says
 * so sooner; this says so within a second where the message is lost.
 */
export function startAccessWatch({ pool, bus, logger, repeat }: AccessWatchOptions): Rounds {
  const seen = new LRUCache<bigint, true>({ max: 100_000, ttl: 3 * withinMs })
  const round = async () => {
    try {
      for (const { changeId, topic, customerId, sessionId } of await readAccessChanges(pool, withinMs)) {
        if (seen.has(changeId)) continue
        seen.set(changeId, true)
        if (topic === 'session-revoked') bus.publish(topic, { customerId, sessionId })
        else bus.publish(topic, { customerId })
      }
    } catch (error) {
      logger.error({ err: error }, 'changes of sessions could not be read; it is tried again')
    }
  }
  return startRounds(round, { everyMs, repeat })
}
