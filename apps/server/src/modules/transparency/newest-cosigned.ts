import { acceptCheckpoint, parsePolicy, parseVerifierKey, ProofError } from '@candor/proof'
import type { Policy } from '@candor/proof'
import type { Database } from '../../platform/transaction.ts'
import { readGuards } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import { readCosigned, readPolicyText } from './witness-store.ts'

/** A checkpoint that a policy accepts. */
export interface CosignedCheckpoint {
  readonly size: number
  readonly root: Uint8Array
  /** The checkpoint with the signature of its log and the known cosignatures. */
  readonly note: string
}

/**
 * The newest checkpoint of a shard with at least `leastSize` leaves that a policy accepts, by default the operator's;
 * null where there is none, also without a policy. Where the policy lists no logs, the shard's own key counts.
 */
export async function newestCosigned(
  pool: Database,
  {
    log,
    shard,
    leastSize,
    policy,
  }: { readonly log: LogName; readonly shard: string; readonly leastSize: number; readonly policy?: Policy },
): Promise<CosignedCheckpoint | null> {
  const rule = policy ?? (await operatorPolicy(pool))
  const guard = (await readGuards(pool, log)).find((each) => each.shard === shard)
  if (rule === null || guard === undefined) return null
  const logs = rule.logs.length > 0 ? rule.logs : [{ key: parseVerifierKey(guard.vkey) }]
  for (const { note, lines } of await readCosigned(pool, { log, shard, leastSize })) {
    const whole = `${note}${lines.map((line) => `${line}\n`).join('')}`
    try {
      const { checkpoint } = await acceptCheckpoint(whole, { ...rule, logs })
      return { size: checkpoint.size, root: checkpoint.root, note: whole }
    } catch (error) {
      // An older one may have the cosignatures that this one lacks.
      if (!(error instanceof ProofError)) throw error
    }
  }
  return null
}

async function operatorPolicy(pool: Database): Promise<Policy | null> {
  const text = await readPolicyText(pool)
  return text === '' ? null : parsePolicy(text)
}
