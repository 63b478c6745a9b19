import type { OutputOf, transparencyOwnLiability } from '@candor/api'
import { formatUnits } from '@candor/money'
import type { FoundEntry } from '@candor/proof'
import { fromBase64, ownAmounts, readSnapshotEvent } from '@candor/proof/solvency'

type Own = OutputOf<typeof transparencyOwnLiability>

/**
 * What this device found in the customer's own leaves: the balance is in the total; nothing is published yet that could
 * count it; or the proof does not hold. Amounts are decimal texts.
 */
export type OwnLeaves =
  | { readonly state: 'pending' }
  | { readonly state: 'mismatch'; readonly atMs: number }
  | { readonly state: 'counted'; readonly atMs: number; readonly USD: string; readonly USDT: string }

/**
 * The same with the log of events: a total counts only once the log contains it. `late` where the log is not so far
 * yet, `unlogged` where it holds something else in its place.
 */
export type OwnCount =
  | Exclude<OwnLeaves, { readonly state: 'counted' }>
  | { readonly state: 'late' | 'unlogged'; readonly atMs: number }
  | (Extract<OwnLeaves, { readonly state: 'counted' }> & { readonly index: number })

/** Checks the own leaves, and then that the log of events has the published total. */
export async function ownCount(
  own: Own,
  owner: Owner,
  find: (entry: { readonly entry: Uint8Array; readonly shard: string; readonly index: number }) => Promise<FoundEntry>,
): Promise<OwnCount> {
  const checked = checkOwnLeaves(own, owner)
  const { snapshot } = own
  if (checked.state !== 'counted') return checked
  if (snapshot === null) return { state: 'pending' }
  const { event, shard, index } = snapshot
  const found = await find({ entry: fromBase64(event), shard, index })
  if (found === 'present') return { ...checked, index }
  return { state: found === 'beyond' ? 'late' : 'unlogged', atMs: checked.atMs }
}

interface Owner {
  readonly account: string
  readonly createdMs: number
}

/**
 * Checks the customer's own leaves against the published snapshot. `account` is the account number as the login has it,
 * and `createdMs` when the account was opened: only one that is newer than the snapshot may be without leaves.
 */
export function checkOwnLeaves({ snapshot, leaves }: Own, { account, createdMs }: Owner): OwnLeaves {
  if (snapshot === null) return { state: 'pending' }
  const event = readSnapshotEvent(snapshot.event)
  if (event === null) return { state: 'mismatch', atMs: snapshot.atMs }
  const atMs = Number(event.atMs)
  if (leaves.length === 0 && createdMs >= atMs) return { state: 'pending' }
  const amounts = ownAmounts(event, account, leaves)
  if (amounts === null) return { state: 'mismatch', atMs }
  return { state: 'counted', atMs, USD: formatUnits(amounts.USD), USDT: formatUnits(amounts.USDT) }
}
