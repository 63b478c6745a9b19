import type { ConfirmedAct } from '@candor/api/operator'
import type { Pool } from 'pg'
import { operatorRefusal } from '../../../platform/operator-refusal.ts'
import type { Verdict } from '../../../platform/verdict.ts'
import { decideProposal } from '../../operator/index.ts'
import { confirmAct } from './confirm.ts'

/**
 * Decides proposals of a kind, whose confirmation needs a passkey, as the operator of a session. Outcomes and refusals
 * are returned by their names.
 */
export function proposalDecider(
  pools: { readonly owner: Pool; readonly app: Pool },
  kind: Parameters<typeof decideProposal>[1],
  act: ConfirmedAct,
) {
  const refusalOr = (fault: unknown) => operatorRefusal(fault) ?? String(fault)
  const sign = (secret: string, id: bigint) => confirmAct(pools, secret, { act, id })
  /** Without a passkey. */
  const decideUnsigned = (secret: string, id: bigint, verdict: Verdict = 'approved'): Promise<string> =>
    decideProposal(pools.app, kind, { secret, id, verdict, note: 'seen' }).catch(refusalOr)
  const decide = (secret: string, id: bigint, verdict: Verdict = 'approved'): Promise<string> =>
    verdict === 'rejected'
      ? decideUnsigned(secret, id, verdict)
      : sign(secret, id).then(() => decideUnsigned(secret, id), refusalOr)
  /** Confirms a proposal so many times at once by one passkey. */
  const confirmAtOnce = async (secret: string, id: bigint, times: number): Promise<string[]> => {
    await sign(secret, id)
    return (await Promise.all(Array.from({ length: times }, () => decideUnsigned(secret, id)))).toSorted()
  }
  return { sign, decideUnsigned, decide, confirmAtOnce }
}
