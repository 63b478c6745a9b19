import { acceptCheckpoint, parsePolicy, parseVerifierKey, ProofError } from '@candor/proof'
import type { LeafRange, Policy } from '@candor/proof'
import { planLeafSet } from '@candor/proof/receipt'
import type { Database } from '../../platform/transaction.ts'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import { readKeptCheckpoints, readKeptCosigned } from './receipts-store.ts'
import type { SignedHead } from './receipts-store.ts'
import { readCosigned, readPolicyText } from './witness-store.ts'
import type { StoredCosigned } from './witness-store.ts'

/** Kept checkpoints that are tried: those of the first minutes after the newest proven leaf. */
const triedCheckpoints = 8

interface ShardLeaves {
  readonly log: LogName
  readonly guard: Guard
  readonly ranges: readonly LeafRange[]
}

/** How long witnesses have for the last checkpoint of a shard that has ended; they are asked for it without end. */
const endedShardMs = 3_600_000

/** Why no checkpoint proves leaves: it is not signed yet, or its shard has ended and too few witnesses signed it. */
export type NoCheckpoint = 'pending' | 'not-witnessed'

/**
 * The checkpoint of a shard on which the proof of these leaves is shortest: the newest one, or one of those that are
 * kept from soon after them. Where the operator's policy asks for witnesses, it has the cosignatures of a quorum.
 */
export async function chooseCheckpoint(pool: Database, leaves: ShardLeaves): Promise<SignedHead | NoCheckpoint> {
  const { log, guard, ranges } = leaves
  const leastSize = leastSizeOf(leaves)
  const { shard, size, note } = guard
  if (note === null || size < leastSize) return 'pending'
  const policy = await policyOf(pool)
  const heads =
    policy === null
      ? [...(await readKeptCheckpoints(pool, { log, shard, leastSize, most: triedCheckpoints })), { size, note }]
      : await cosignedHeads(pool, leaves, policy)
  const [first, ...others] = heads
  if (first === undefined) return (await hasEnded(pool, leaves)) ? 'not-witnessed' : 'pending'
  // The oldest of equally short ones, so that the receipt is the same at each reading.
  return others.reduce((best, head) => (proofLength(head, ranges) < proofLength(best, ranges) ? head : best), first)
}

/** Whether the log has been signed for an hour in shards after this one. */
async function hasEnded(pool: Database, { log, guard }: ShardLeaves): Promise<boolean> {
  const later = (await readGuards(pool, log)).filter(({ shard }) => shard > guard.shard)
  return later.some(({ signedMs }) => (signedMs ?? 0) - (guard.signedMs ?? 0) > endedShardMs)
}

function leastSizeOf({ ranges }: ShardLeaves): number {
  return ranges.at(-1)?.end ?? 0
}

/** The operator's policy, where it asks for a witness. */
async function policyOf(pool: Database): Promise<Policy | null> {
  const text = await readPolicyText(pool)
  const policy = text === '' ? null : parsePolicy(text)
  return policy?.quorum.kind === 'none' ? null : policy
}

/** Those that are kept, oldest first, then the newest one that the policy accepts. */
async function cosignedHeads(pool: Database, leaves: ShardLeaves, policy: Policy): Promise<SignedHead[]> {
  const { log, guard } = leaves
  const wanted = { log, shard: guard.shard, leastSize: leastSizeOf(leaves) }
  const heads: SignedHead[] = []
  for (const stored of await readKeptCosigned(pool, { ...wanted, most: triedCheckpoints })) {
    const head = await acceptedHead(stored, guard, policy)
    if (head !== null) heads.push(head)
  }
  for (const stored of await readCosigned(pool, wanted)) {
    const head = await acceptedHead(stored, guard, policy)
    if (head !== null) return [...heads, head]
  }
  return heads
}

/** A checkpoint with the shortest of its cosignatures that make a quorum; null where all together do not. */
async function acceptedHead(
  { size, note, lines }: StoredCosigned,
  { vkey }: Guard,
  policy: Policy,
): Promise<SignedHead | null> {
  const logs = policy.logs.length > 0 ? policy.logs : [{ key: parseVerifierKey(vkey) }]
  const own = lines.filter((line) => policy.witnesses.some(({ key }) => line.startsWith(`— ${key.name} `)))
  let cosigned = note
  // Some witnesses have signatures of several kilobytes, and a receipt has room for the few that are needed.
  for (const line of own.toSorted((a, b) => a.length - b.length)) {
    cosigned += `${line}\n`
    try {
      await acceptCheckpoint(cosigned, { ...policy, logs })
      return { size, note: cosigned }
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
    }
  }
  return null
}

const anyHash = new Uint8Array(32)

/** The number of hashes that prove the leaves. */
function proofLength({ size }: SignedHead, ranges: readonly LeafRange[]): number {
  const { nodes, make } = planLeafSet({ size, ranges })
  return make(nodes.map(() => anyHash)).length
}
