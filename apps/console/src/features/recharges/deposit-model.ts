import { txidPattern } from '@candor/api'
import type { DepositCaseView, DepositDecidedView, CallOf, operatorDepositDecide } from '@candor/api/operator'
import { csvTime } from '../../shared/device/index.ts'

export type DepositRejection = NonNullable<CallOf<typeof operatorDepositDecide>['reason']>

export interface DepositForm {
  readonly choice: 'approve' | 'reject' | null
  /** The voucher's transaction, as found by the operator. */
  readonly reference: string
  readonly reason: DepositRejection | null
}

export const emptyDeposit: DepositForm = { choice: null, reference: '', reason: null }

/** What is missing before the decision can be recorded. */
export function depositError({ choice, reference, reason }: DepositForm): 'choice' | 'reference' | 'reason' | null {
  if (choice === null) return 'choice'
  if (choice === 'approve') return txidPattern.test(reference.trim()) ? null : 'reference'
  return reason === null ? 'reason' : null
}

/** The form of the decision, without the fields of the other choice. */
export function depositVerdict({ choice, reference, reason }: DepositForm) {
  if (choice === 'reject') return { verdict: 'rejected' as const, ...(reason === null ? {} : { reason }) }
  return { verdict: 'approved' as const, reference: reference.trim() }
}

/** Whether a deposit matches the search: by its number, the account or part of the transaction. */
export function matchesDeposit(
  { id, account, txid }: Pick<DepositCaseView, 'id' | 'account' | 'txid'>,
  search: string,
): boolean {
  const wanted = search.trim().toLocaleLowerCase().replace(/^r-?/, '').replaceAll(' ', '')
  if (wanted === '' || id === wanted) return true
  return account.replaceAll(' ', '').includes(wanted) || (txid ?? '').toLocaleLowerCase().includes(wanted)
}

/** A recharge's line of CSV: times are UTC, the quantity as the server wrote it. */
export function depositRecord(item: DepositCaseView | DepositDecidedView) {
  const { id, account, chain, currency, quantity, txid, createdMs } = item
  return {
    id,
    account,
    chain,
    quantity_usdt: quantity,
    credited_in: currency,
    transaction: txid,
    state: 'state' in item ? item.state : 'under-review',
    requested_utc: csvTime(createdMs),
    decided_utc: 'decidedMs' in item ? csvTime(item.decidedMs) : null,
    operators: 'operators' in item ? item.operators.join(' ') : null,
  }
}
