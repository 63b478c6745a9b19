import { join } from 'node:path'
import { decodeEvent } from '@candor/proof/encoding'
import type { Logger } from '../../platform/logger.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import { readIfPresent, replaceFile } from '../../platform/whole-file.ts'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import { readAnnouncedKeys, readShardEntries } from './receipts-store.ts'
import { readPolicyAndCell } from './witness-store.ts'

/** The copy in the data folder. */
const copyName = 'trusted.json'
const copyEveryMs = 10_000

/**
 * The keys by which receipts are verified, in the format of `parseTrustedFile`: those of all shards and of acceptances,
 * also the ones that were replaced since, the first slots of the shards of prices, the operator's policy of witnesses,
 * and the cell where this is one of several.
 */
export async function trustedFile(pool: Database): Promise<string> {
  const [ticks, events] = [await readGuards(pool, 'ticks'), await readGuards(pool, 'events')]
  const announced = await readAnnouncedKeys(pool)
  // A shard that has another key now was opened with this one.
  const opened = (await readShardEntries(pool)).flatMap((entry) => {
    const { name, event } = decodeEvent(entry)
    return name === 'shard' ? [event] : []
  })
  const keysOf = (log: LogName, guards: readonly Guard[]) => [
    ...new Set([
      ...opened.flatMap((shard) => (shard.log === log ? [shard.vkey] : [])),
      ...announced.flatMap(({ name, vkey }) => (name === log ? [vkey] : [])),
      ...guards.map(({ vkey }) => vkey),
    ]),
  ]
  const { policy, cell } = await readPolicyAndCell(pool)
  return JSON.stringify({
    ticks: keysOf('ticks', ticks),
    events: keysOf('events', events),
    acceptance: announced.flatMap(({ name, vkey }) => (name === 'acceptance' ? [vkey] : [])),
    firstSlots: Object.fromEntries(ticks.map(({ origin, firstSlot }) => [origin, firstSlot ?? 0])),
    ...(policy === '' ? {} : { policy }),
    ...(cell === null ? {} : { cell }),
  })
}

/**
 * Keeps a copy of the file of trusted keys in the data folder: `npm run verify` on this machine trusts
 * these keys without being given any.
 */
export function keepTrustedCopy({ pool, data, logger }: TrustedCopy): Rounds {
  const path = join(data, copyName)
  return startRounds(
    async () => {
      try {
        const text = await trustedFile(pool)
        const kept = await readIfPresent(path)
        if (kept?.toString() !== text) await replaceFile(path, text, { mode: 0o644 })
      } catch (error) {
        logger.error({ err: error }, 'writing the file of trusted keys failed: it is retried')
      }
    },
    { everyMs: copyEveryMs },
  )
}

interface TrustedCopy {
  readonly pool: Database
  /** The data folder. */
  readonly data: string
  readonly logger: Logger
}
