import type { Database } from '../../platform/transaction.ts'
import { cellInvariants } from '../cells/index.ts'
import { closingInvariants } from '../closing/index.ts'
import { contractInvariants, forgetRefusals } from '../contract/index.ts'
import { correctionInvariants } from '../correction/index.ts'
import { depositInvariants } from '../deposit/index.ts'
import { saleInvariants } from '../floor/index.ts'
import { termInvariants } from '../interest/index.ts'
import { rewardInvariants } from '../invite/index.ts'
import { checkBooks, ledgerInvariants, startChecker } from '../ledger/index.ts'
import type { CheckMarks, CheckOutcome, CheckerOptions, LedgerChecker, Mismatch } from '../ledger/index.ts'
import { swapInvariants } from '../swap/index.ts'
import { withdrawalInvariants } from '../withdrawal/index.ts'
import { sharedInvariants } from './shared-invariants-store.ts'

/** All that holds of the books. A product that books adds its invariants here, and its digests to the shared ones. */
const invariants = [
  ...ledgerInvariants,
  ...sharedInvariants,
  ...contractInvariants,
  ...withdrawalInvariants,
  ...correctionInvariants,
  ...depositInvariants,
  ...termInvariants,
  ...swapInvariants,
  ...saleInvariants,
  ...rewardInvariants,
  ...closingInvariants,
  ...cellInvariants,
]

/** Starts background checks of every invariant: everything first, then every 10 s what is new. */
export function startLedgerChecker(options: Omit<CheckerOptions, 'invariants' | 'alsoKeep'>): LedgerChecker {
  return startChecker({ ...options, invariants, alsoKeep: forgetRefusals })
}

/**
 * Checks every invariant over one snapshot: everything (`since` null), or what is new since the marks of an earlier
 * check.
 */
export function checkLedger(
  pool: Database,
  since: CheckMarks | null = null,
  onInvariant?: (name: string, mismatches: readonly Mismatch[]) => void,
): Promise<CheckOutcome> {
  return checkBooks(pool, { invariants, since, onInvariant })
}
