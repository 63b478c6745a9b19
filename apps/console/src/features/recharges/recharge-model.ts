import type { DepositCaseView, CallOf, operatorDepositDecide } from '@candor/api/operator'

export type RechargeRejection = NonNullable<CallOf<typeof operatorDepositDecide>['reason']>

export interface RechargeForm {
  readonly choice: 'approve' | 'reject' | null
  /** The one transaction that the voucher shows, as the operator found it. */
  readonly reference: string
  readonly reason: RechargeRejection | null
}

export const emptyRecharge: RechargeForm = { choice: null, reference: '', reason: null }

const referenceLength = 6

/** What is missing before the decision can be recorded. */
export function rechargeFault({ choice, reference, reason }: RechargeForm): 'choice' | 'reference' | 'reason' | null {
  if (choice === null) return 'choice'
  if (choice === 'approve') return reference.trim().length < referenceLength ? 'reference' : null
  return reason === null ? 'reason' : null
}

/** The decision in the server's form; fields of the other choice are omitted. */
export function rechargeVerdict({ choice, reference, reason }: RechargeForm) {
  if (choice === 'reject') return { verdict: 'rejected' as const, ...(reason === null ? {} : { reason }) }
  return { verdict: 'approved' as const, reference: reference.trim() }
}

/** Whether a recharge matches the search text: its number, the account, or part of the transaction. */
export function matchesRecharge(
  { id, account, txid }: Pick<DepositCaseView, 'id' | 'account' | 'txid'>,
  search: string,
): boolean {
  const wanted = search.trim().toLocaleLowerCase().replace(/^r-?/, '').replaceAll(' ', '')
  if (wanted === '' || id === wanted) return true
  return account.replaceAll(' ', '').includes(wanted) || (txid ?? '').toLocaleLowerCase().includes(wanted)
}
