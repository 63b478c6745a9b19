import { ownLeavesFile, transparencyCheckpoints } from '@candor/api'
import type { OwnLeavesFile } from '@candor/api'
import { CallFailed } from '@candor/client'
import type { Asset } from '@candor/money'
import { findInEventsLog } from '@candor/proof'
import { fromBase64, ownAmounts, readSnapshotEvent, sumsToTotal } from '@candor/proof/solvency'
import type { SnapshotEvent, SumStep } from '@candor/proof/solvency'
import * as z from 'zod/mini'
import { call } from '../../shared/api/index.ts'
import { readLogFile } from '../../shared/log/index.ts'

/** Where the log of events has the total that a file names, and when this browser looked. */
export interface OwnPlace {
  readonly event: SnapshotEvent
  readonly shard: string
  readonly index: number
  readonly checkedMs: number
}

/**
 * What this browser found in a customer's own file: the balance is in a total that the log of events contains; the
 * leaves do not lead to that total; the log does not have the total, or not yet; or the file is another one.
 */
export type OwnCheck =
  | { readonly state: 'no-file' }
  | { readonly state: 'mismatch' }
  | ({ readonly state: 'beyond' | 'other' } & OwnPlace)
  | ({
      readonly state: 'counted'
      readonly amounts: Readonly<Record<Asset, bigint>>
      readonly ways: readonly OwnWay[]
    } & OwnPlace)

/** The sums from the own leaf of an asset up to the published total, the leaf first. */
export interface OwnWay {
  readonly asset: Asset
  readonly steps: readonly SumStep[]
}

/** Checks the text of a file that the app has saved. Nothing of it is sent. Throws CallFailed. */
export async function checkOwnFile(text: string): Promise<OwnCheck> {
  const file = fileOf(text)
  if (file === null) return { state: 'no-file' }
  const { account, leaves, snapshot } = file
  const event = readSnapshotEvent(snapshot.event)
  const amounts = event === null ? null : ownAmounts(event, account, leaves)
  if (event === null || amounts === null) return { state: 'mismatch' }
  const checkpoints = await call(transparencyCheckpoints, {})
  if (!checkpoints.ok) throw new CallFailed(checkpoints)
  const { shard, index } = snapshot
  const logged = { entry: fromBase64(snapshot.event), shard, index }
  const found = await findInEventsLog(logged, checkpoints.value, readLogFile)
  const place = { event, shard, index, checkedMs: Date.now() }
  if (found !== 'present') return { state: found, ...place }
  const ways = leaves.map((leaf) => ({ asset: leaf.asset, steps: sumsToTotal(leaf) }))
  return { state: 'counted', amounts, ways, ...place }
}

/** Null for a text that is no such file. */
function fileOf(text: string): OwnLeavesFile | null {
  try {
    return z.parse(ownLeavesFile, JSON.parse(text))
  } catch {
    return null
  }
}
