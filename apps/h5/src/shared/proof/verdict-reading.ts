import { verifyReceipt } from '@candor/proof/receipt'
import type { StepName, Trusted, Verdict } from '@candor/proof/receipt'
import type { Signers } from './contract-proof.ts'

/** Whether a signature is missing from the keys that the device trusts. */
export function isOfOtherKeys({ steps }: Verdict<StepName>): boolean {
  const failed = steps.find(({ state }) => state === 'failed')
  const isSigned = failed?.name === 'acceptance' || failed?.name === 'signatures'
  return isSigned && (failed.evidence['code'] === 'not-signed' || failed.evidence['code'] === 'unknown-origin')
}

/** The witnesses of a receipt. Where the quorum failed, it is judged again without one, to count them. */
export async function signersOf(receipt: string, trusted: Trusted, verdict: Verdict<StepName>): Promise<Signers> {
  const { policy } = trusted
  const known = policy?.witnesses.length ?? 0
  const step = verdict.steps.find(({ name }) => name === 'witnesses')
  if (step?.evidence['code'] === 'no-quorum' && policy !== undefined)
    return signersOf(receipt, trusted, await verifyReceipt(receipt, { ...trusted, policy: withoutQuorum(policy) }))
  if (step === undefined || step.state === 'failed' || step.state === 'not-judged') return { cosigned: 0, known }
  const names = Object.values(step.evidence).map((list) => list.split(' ').filter((name) => name !== ''))
  const [first = [], ...others] = names
  return { cosigned: first.filter((name) => others.every((list) => list.includes(name))).length, known }
}

const withoutQuorum = (policy: NonNullable<Trusted['policy']>) => ({ ...policy, quorum: { kind: 'none' as const } })
