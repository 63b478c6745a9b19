import type { Database } from '../../platform/transaction.ts'
import { witnessView } from './witness-state.ts'
import type { WitnessView } from './witness-state.ts'
import { readCosignedHeads, readPolicyText, readWitnesses } from './witness-store.ts'

/** The witnesses of the logs as the log's process has stored them, and how many count. */
export async function readWitnessView(pool: Database, nowMs: number): Promise<WitnessView> {
  const [witnesses, heads, policy] = await Promise.all([
    readWitnesses(pool),
    readCosignedHeads(pool),
    readPolicyText(pool),
  ])
  return witnessView({ witnesses, heads, policy, nowMs })
}
