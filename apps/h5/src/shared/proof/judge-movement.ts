import { formatUnits } from '@candor/money'
import { nullIfMalformed } from '@candor/proof'
import { parseReceipt, verifyReceipt } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import type { FoundMovements, Movement, MovementProof } from './movement-proof.ts'
import { isOfOtherKeys, judgeByEither, signersOf } from './verdict-reading.ts'
import type { EitherKeys } from './verdict-reading.ts'

/** The entry that a receipt should be of, and the record that caused it. */
export interface ExpectedMovement extends Pick<Movement, 'movement' | 'asset' | 'atMs'> {
  readonly recordId: string
}

interface Judged {
  readonly receipt: string
  readonly expected: ExpectedMovement
}

/** Judges the receipts of a record; those by keys that the device does not trust also by the server's own. */
export async function judgeMovements(receipts: readonly Judged[], keys: EitherKeys): Promise<FoundMovements> {
  const judged = await Promise.all(
    receipts.map(({ receipt, expected }) =>
      judgeByEither((trusted) => judgeMovement(receipt, expected, trusted), keys),
    ),
  )
  return {
    proofs: judged.map(({ proof }) => proof),
    areKeysOther: judged.some(({ areKeysOther }) => areKeysOther),
  }
}

/** Verifies the receipt of a ledger entry on this device, and that it is of this entry of this record. */
export async function judgeMovement(
  receipt: string,
  expected: ExpectedMovement,
  trusted: Trusted,
): Promise<MovementProof> {
  const verdict = await verifyReceipt(receipt, trusted)
  const failed = verdict.steps.find(({ state }) => state === 'failed')
  const item = movedItem(receipt)
  const isOfEntry =
    item !== null &&
    item.kind === expected.movement &&
    `${item.ref}` === expected.recordId &&
    item.asset === expected.asset &&
    item.atMs === expected.atMs
  const outcome =
    failed === undefined
      ? 'passed'
      : failed.evidence['code'] === 'no-quorum'
        ? 'short-of-witnesses'
        : isOfOtherKeys(verdict)
          ? 'unknown-keys'
          : 'failed'
  return {
    outcome: isOfEntry || outcome === 'unknown-keys' ? outcome : 'failed',
    change: item === null ? null : formatUnits(item.dPosted),
    signers: await signersOf(receipt, trusted, verdict),
    reason: failed?.evidence['message'] ?? (isOfEntry ? null : 'The receipt is of another ledger entry.'),
  }
}

function movedItem(receipt: string) {
  const parsed = nullIfMalformed(() => parseReceipt(receipt))
  return parsed?.kind === 'movement' ? parsed.moved.item.value : null
}
