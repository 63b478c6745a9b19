import { transparencyCheckpoints } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/index.ts'
import { CallFailed } from '@candor/client'
import { followKeys } from './follow-keys.ts'
import { checkShard } from './log-check.ts'
import type { ListedShard, ShardCheck } from './log-check.ts'
import { findLogFile, readLogFile } from './log-file.ts'
import { rememberHeads, seenHeads } from './seen-heads.ts'

/** A shard with what this browser found in it. */
export interface CheckedShard {
  readonly shard: ListedShard
  readonly check: ShardCheck
}

/** All shards, verified in this browser against what it saw at its last visit. */
export interface LogChecks {
  readonly shards: readonly CheckedShard[]
  readonly checkedMs: number
}

const everyMs = 10_000

/** What this browser saw before this page was opened: the newest visit is compared with the one before it. */
const lastVisit = seenHeads()

/** Verifies the newest checkpoints now, and every ten seconds while the page is shown. */
export function useLogChecks() {
  return useQuery<LogChecks>({ queryKey: ['log-checks'], queryFn: checkAll, refetchInterval: everyMs, staleTime: 0 })
}

async function checkAll(): Promise<LogChecks> {
  const listed = await call(transparencyCheckpoints, {})
  if (!listed.ok) throw new CallFailed(listed)
  const nowMs = Date.now()
  const known = seenHeads()
  const { announced } = listed.value
  const leadsTo = followKeys({
    events: [...eventsKeysOf(lastVisit), ...eventsKeysOf(known)],
    announced,
    find: findLogFile,
  })
  const shards = await Promise.all(
    listed.value.shards
      .filter(({ checkpoint }) => checkpoint !== null)
      .map(async (shard) => {
        // A browser that has just forgotten compares with nothing.
        const before =
          known[shard.origin] === undefined ? null : (lastVisit[shard.origin] ?? known[shard.origin] ?? null)
        return { shard, check: await checkShard(shard, before, { read: readLogFile, nowMs, leadsTo }) }
      }),
  )
  rememberHeads(shards.map(({ shard: { origin }, check }) => ({ origin, check })))
  return { shards, checkedMs: nowMs }
}

/** The keys of the log of events among seen heads, by the origins of their shards. */
function eventsKeysOf(heads: Readonly<Record<string, { readonly vkey: string }>>): string[] {
  return Object.entries(heads).flatMap(([origin, { vkey }]) => (origin.includes('/events/') ? [vkey] : []))
}
