import type { BalanceView } from '@candor/api'
import { formatUnits, parseUnits } from '@candor/money'

/** What money is held for. */
export type HeldFor = 'contracts' | 'withdrawals' | 'sales' | 'interest'

export interface HeldPart {
  readonly by: HeldFor
  readonly amount: string
}

/** The unavailable parts of a balance, and what holds them; empty parts are left out. */
export function heldParts(balance: BalanceView): HeldPart[] {
  return allParts(balance).filter(({ amount }) => unitsOf(amount) !== 0n)
}

/** A whole balance, whatever holds it. */
export function wholeBalance(balance: BalanceView): string {
  return formatUnits(allParts(balance).reduce((sum, { amount }) => sum + unitsOf(amount), unitsOf(balance.available)))
}

function allParts({ heldInContracts, heldInWithdrawals, inEscrow, inTerms }: BalanceView): HeldPart[] {
  return [
    { by: 'contracts', amount: heldInContracts },
    { by: 'withdrawals', amount: heldInWithdrawals },
    { by: 'sales', amount: inEscrow },
    { by: 'interest', amount: inTerms },
  ]
}

function unitsOf(amount: string): bigint {
  return parseUnits(amount) ?? 0n
}
