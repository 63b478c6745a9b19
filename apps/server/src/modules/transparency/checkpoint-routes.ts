import { transparencyCheckpoints } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readGuards } from './guard-store.ts'
import { logNames } from './log-names.ts'
import type { LogName } from './log-names.ts'
import { readAnnouncements } from './receipts-store.ts'

type Shard = OutputOf<typeof transparencyCheckpoints>['shards'][number]

/** Serves the newest checkpoints, from the database: a reader compares them with the files. */
export function checkpointRoutes(pool: Database, acceptanceVkey: string | null): Route[] {
  return [
    route(transparencyCheckpoints, async () =>
      ok({
        shards: (await Promise.all(logNames.map((log) => shardsOf(pool, log)))).flat(),
        acceptanceVkey,
        announced: [...(await readAnnouncements(pool))],
      }),
    ),
  ]
}

async function shardsOf(pool: Database, log: LogName): Promise<Shard[]> {
  return (await readGuards(pool, log)).map(({ shard, origin, vkey, firstSlot, size, note, signedMs }) => ({
    log,
    shard,
    origin,
    vkey,
    firstSlot,
    size,
    checkpoint: note,
    signedMs,
  }))
}
