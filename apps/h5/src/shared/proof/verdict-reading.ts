import { verifyReceipt } from '@candor/proof/receipt'
import type { StepName, Trusted, Verdict } from '@candor/proof/receipt'
import type { ContractProof, Signers } from './contract-proof.ts'

/** The keys that this device trusts, and those of the server where they are others. */
export interface EitherKeys {
  readonly trusted: Trusted
  readonly changed: Trusted | null
}

/**
 * Judges a receipt by the keys that this device trusts; one that they did not sign, also by the server's own. These
 * count where nothing but witnesses is missing by them.
 */
export async function judgeByEither<Proof extends Pick<ContractProof, 'outcome'>>(
  judge: (trusted: Trusted) => Promise<Proof>,
  { trusted, changed }: EitherKeys,
): Promise<{ readonly proof: Proof; readonly areKeysOther: boolean }> {
  const proof = await judge(trusted)
  if (proof.outcome !== 'unknown-keys' || changed === null) return { proof, areKeysOther: false }
  const byNew = await judge(changed)
  const areKeysOther = byNew.outcome === 'passed' || byNew.outcome === 'short-of-witnesses'
  return { proof: areKeysOther ? byNew : proof, areKeysOther }
}

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
