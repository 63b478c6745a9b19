import { transparencyCheckpoints, transparencySolvency } from '@candor/api'
import { CallFailed } from '@candor/client'
import { findInEventsLog } from '@candor/proof'
import type { FoundEntry } from '@candor/proof'
import { decodeSnapshotEvent, fromBase64 } from '@candor/proof/solvency'
import type { SnapshotEvent } from '@candor/proof/solvency'
import { call } from '../../shared/api/index.ts'
import { readLogFile } from '../../shared/log/index.ts'

/** The published totals, read from the very entry that this browser looked up in the log of events. */
export interface CheckedOwed {
  readonly event: SnapshotEvent
  readonly found: FoundEntry
  readonly shard: string
  readonly index: number
  readonly checkedMs: number
  readonly checkedShareBps: number
}

/** Reads the newest snapshot and looks it up in the log. Null before the first. Throws CallFailed and ProofError. */
export async function checkOwed(): Promise<CheckedOwed | null> {
  const [solvency, checkpoints] = await Promise.all([call(transparencySolvency, {}), call(transparencyCheckpoints, {})])
  if (!solvency.ok) throw new CallFailed(solvency)
  if (!checkpoints.ok) throw new CallFailed(checkpoints)
  const { snapshot, checkedShareBps } = solvency.value
  if (snapshot === null) return null
  const { shard, index } = snapshot
  const entry = fromBase64(snapshot.event)
  return {
    event: decodeSnapshotEvent(entry),
    found: await findInEventsLog({ entry, shard, index }, checkpoints.value, readLogFile),
    shard,
    index,
    checkedMs: Date.now(),
    checkedShareBps: checkedShareBps ?? 0,
  }
}
