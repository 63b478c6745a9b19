import type {
  CallOf,
  operatorWithdrawalDecide,
  WithdrawalCaseDetail,
  WithdrawalCaseView,
  WithdrawalEndedView,
} from '@candor/api/operator'
import { csvTime } from '../../shared/device/index.ts'

/** The next possible acts on a withdrawal. */
export type WithdrawalAct = 'approve' | 'reject' | 'sent' | 'completed' | 'failed'
export type Rejection = NonNullable<CallOf<typeof operatorWithdrawalDecide>['reason']>

export const rejections: readonly Rejection[] = [
  'name-differs',
  'destination-unusable',
  'origin-of-money',
  'suspicious-activity',
  'customer-asked',
]

export interface WithdrawalForm {
  readonly act: WithdrawalAct | null
  readonly reason: Rejection | null
  readonly reference: string
  readonly proof: string
}

export const emptyWithdrawal: WithdrawalForm = { act: null, reason: null, reference: '', proof: '' }

/**
 * The acts that a withdrawal's state leaves to this operator. An operator approves, or reports a failure, only once,
 * and completes only what others approved: `completed` is then shown, with its obstacle.
 */
export function actsOf({
  state,
  mayAct,
  hasApproved,
  hasFailed,
}: Pick<WithdrawalCaseDetail, 'state' | 'mayAct' | 'hasApproved' | 'hasFailed'>) {
  const acts: WithdrawalAct[] = []
  if (!mayAct) return acts
  if (state === 'under-review' && !hasApproved) acts.push('approve', 'reject')
  if (state === 'approved') acts.push('sent')
  if (state === 'sent') {
    acts.push('completed')
    if (!hasFailed) acts.push('failed')
  }
  return acts
}

/** Why an act of `actsOf` cannot be chosen; null where it can. */
export function obstacleTo(
  act: WithdrawalAct,
  { hasApproved }: Pick<WithdrawalCaseDetail, 'hasApproved'>,
): 'approver' | null {
  return act === 'completed' && hasApproved ? 'approver' : null
}

const referenceLength = 3
const proofLength = 10

/** What is missing before the decision can be recorded. */
export function withdrawalError(form: WithdrawalForm): 'choice' | 'reason' | 'reference' | 'proof' | null {
  switch (form.act) {
    case null:
      return 'choice'
    case 'reject':
      return form.reason === null ? 'reason' : null
    case 'sent':
      return form.reference.trim().length < referenceLength ? 'reference' : null
    case 'failed':
      return form.proof.trim().length < proofLength ? 'proof' : null
    case 'approve':
    case 'completed':
      return null
  }
}

/** Whether a withdrawal matches the search text: its number, the account, or the amount. */
export function matchesWithdrawal(
  { id, account, amount }: Pick<WithdrawalCaseView, 'id' | 'account' | 'amount'>,
  search: string,
): boolean {
  const wanted = search.trim().toLocaleLowerCase().replace(/^w-?/, '').replaceAll(' ', '')
  return wanted === '' || id === wanted || account.replaceAll(' ', '').includes(wanted) || amount.startsWith(wanted)
}

/** A withdrawal's line of CSV: times are UTC, amounts as the server wrote them. */
export function withdrawalRecord(item: WithdrawalCaseView | WithdrawalEndedView) {
  const { id, account, asset, amount, fee, arrival, destination, state, createdMs } = item
  return {
    id,
    account,
    asset,
    amount,
    fee,
    arrival,
    to: destination.kind === 'bank-card' ? 'bank card' : destination.chain,
    state,
    requested_utc: csvTime(createdMs),
    promised_utc: 'promisedMs' in item ? csvTime(item.promisedMs) : null,
    ended_utc: 'endedMs' in item ? csvTime(item.endedMs) : null,
    was_late: 'wasLate' in item ? String(item.wasLate) : String(item.isOverdue),
    operators: 'operators' in item ? item.operators.join(' ') : null,
  }
}
