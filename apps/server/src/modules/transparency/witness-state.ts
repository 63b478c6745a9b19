import type { OutputOf, transparencyWitnesses, WitnessState } from '@candor/api'
import { parsePolicy } from '@candor/proof'
import type { Quorum } from '@candor/proof'
import { logNames } from './log-names.ts'
import type { CosignedHead, ListedWitness } from './witness-store.ts'

/** A witness is asked every ten seconds: it is fresh while at most two requests in a row failed. */
const freshMs = 30_000
const lateMs = 600_000

export type WitnessView = OutputOf<typeof transparencyWitnesses>

/** The witnesses of the newest shards, and how many count. */
export function witnessView({
  witnesses,
  heads,
  policy,
  nowMs,
}: {
  readonly witnesses: readonly ListedWitness[]
  readonly heads: readonly CosignedHead[]
  /** The operator's policy; empty where there is none. */
  readonly policy: string
  readonly nowMs: number
}): WitnessView {
  const views = witnesses.map(({ vkey, name, place, isIndependent }) => {
    const newest = logNames.map((log) => newestOf(heads.filter((head) => head.log === log && head.vkey === vkey)))
    const cosignedMs = newest.some((head) => head === null)
      ? null
      : Math.min(...newest.map((head) => head?.cosignedMs ?? 0))
    const size = newest.find((head) => head?.log === 'ticks')?.size ?? null
    return { name, vkey, place, isIndependent, cosignedSize: size, cosignedMs, state: stateOf(cosignedMs, nowMs) }
  })
  return {
    witnesses: views,
    independentCount: views.filter(({ isIndependent, state }) => isIndependent && state === 'fresh').length,
    requiredCount: policy === '' ? 0 : leastOf(parsePolicy(policy).quorum),
  }
}

/** The head in the newest shard; a shard's name begins with its year. */
function newestOf(heads: readonly CosignedHead[]): CosignedHead | null {
  return heads.toSorted((a, b) => (a.shard < b.shard ? 1 : -1))[0] ?? null
}

function stateOf(cosignedMs: number | null, nowMs: number): WitnessState {
  if (cosignedMs === null) return 'silent'
  const ageMs = nowMs - cosignedMs
  if (ageMs <= freshMs) return 'fresh'
  return ageMs <= lateMs ? 'late' : 'silent'
}

/** The least number of witnesses with which a quorum holds. */
function leastOf(quorum: Quorum): number {
  switch (quorum.kind) {
    case 'none':
      return 0
    case 'witness':
      return 1
    case 'group': {
      const least = quorum.members.map(leastOf).toSorted((a, b) => a - b)
      return least.slice(0, quorum.threshold).reduce((sum, count) => sum + count, 0)
    }
  }
}
