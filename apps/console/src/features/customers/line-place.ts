import type { StatementLine } from '@candor/api'
import type { Screen } from '../../shared/navigation/index.ts'

/** The record of a statement line, where the console has a screen for it. */
export interface LinePlace {
  readonly kind: 'withdrawal' | 'recharge' | 'sale'
  readonly screen: Screen
  readonly id: string
}

/** The withdrawal, recharge or sale that a line of a statement belongs to; null where it belongs to none of them. */
export function placeOfLine({
  withdrawalId,
  rechargeId,
  saleId,
}: Pick<StatementLine, 'withdrawalId' | 'rechargeId' | 'saleId'>): LinePlace | null {
  if (withdrawalId !== null) return { kind: 'withdrawal', screen: 'withdrawals', id: withdrawalId }
  if (rechargeId !== null) return { kind: 'recharge', screen: 'recharges', id: rechargeId }
  return saleId === null ? null : { kind: 'sale', screen: 'floor', id: saleId }
}
