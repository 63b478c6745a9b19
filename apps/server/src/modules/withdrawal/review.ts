import type { OperatorRole, WithdrawalCaseDetail, WithdrawalCaseView, WithdrawalEndedView } from '@candor/api/operator'
import type { Balance } from '../statement/index.ts'
import { formatAmount } from '@candor/money'
import type { CaseCustomer, CaseFacts } from './review-store.ts'
import { stepsOf, withdrawalView } from './withdrawal.ts'
import type { WithdrawalRecord } from './withdrawal.ts'

/** The reviewing operator. */
export interface Reviewer {
  readonly operatorId: bigint
  readonly roles: readonly OperatorRole[]
}

const decidingRoles: readonly OperatorRole[] = ['payments', 'lead']

/** A withdrawal with its further facts. */
export interface WithdrawalCase {
  readonly record: WithdrawalRecord
  readonly facts: CaseFacts
}

function commonView({ record, facts }: WithdrawalCase, reviewer: Reviewer, nowMs: number) {
  const { id, asset, amount, fee, arrival, destination, state, createdMs, isOverdue } = withdrawalView(record, nowMs)
  const hasApproved = facts.approvals.some(({ operatorId }) => operatorId === reviewer.operatorId)
  const isOpen = state === 'under-review' || state === 'approved' || state === 'sent'
  return {
    id,
    subject: `withdrawal:${id}`,
    account: facts.account,
    asset,
    amount,
    fee,
    arrival,
    destination,
    state,
    createdMs,
    isOverdue,
    approvalsNeeded: record.approvalsNeeded,
    approvalsGiven: facts.approvals.length,
    hasApproved,
    mayAct:
      isOpen &&
      decidingRoles.some((role) => reviewer.roles.includes(role)) &&
      !(state === 'under-review' && hasApproved),
  }
}

/** A withdrawal in the queue; null when it awaits no operator. */
export function caseView(waiting: WithdrawalCase, reviewer: Reviewer, nowMs: number): WithdrawalCaseView | null {
  const next = stepsOf(waiting.record, nowMs).find(({ state }) => state === 'now')
  if (next === undefined || next.promisedMs === null) return null
  if (next.name !== 'approved' && next.name !== 'sent' && next.name !== 'completed') return null
  return { ...commonView(waiting, reviewer, nowMs), step: next.name, promisedMs: next.promisedMs }
}

/** A withdrawal that has ended, as a row of a list. */
export function endedView(ended: WithdrawalCase, reviewer: Reviewer, nowMs: number): WithdrawalEndedView {
  const { record, facts } = ended
  return {
    ...commonView(ended, reviewer, nowMs),
    endedMs: record.endedMs,
    wasLate: stepsOf(record, nowMs).some(({ isOverdue }) => isOverdue),
    operators: [...new Set([...facts.approvals, ...facts.failings].map(({ operator }) => operator))],
  }
}

/** A withdrawal as a reviewer sees it. Until it is decided, other approvers are hidden. */
export function caseDetail(
  of: WithdrawalCase & {
    readonly customer: CaseCustomer
    readonly balance: Balance
    readonly payee: { addedMs: number; otherAccounts: number }
  },
  reviewer: Reviewer,
  nowMs: number,
): WithdrawalCaseDetail {
  const { record, facts, customer, balance, payee } = of
  const { registeredMs, kycState, isEnabled, ...earlier } = customer
  const isSealed = record.state === 'under-review'
  return {
    ...commonView(of, reviewer, nowMs),
    customerId: String(record.customerId),
    registeredMs,
    kycState,
    isEnabled,
    earlier,
    available: formatAmount(balance.available),
    held: formatAmount(balance.held),
    payee: record.destination,
    payeeAddedMs: payee.addedMs,
    payeeOtherAccounts: payee.otherAccounts,
    steps: stepsOf(record, nowMs),
    endedMs: record.endedMs,
    reason: record.reason,
    reference: record.reference,
    approvals: facts.approvals.filter(({ operatorId }) => !isSealed || operatorId === reviewer.operatorId).map(actView),
    failings: facts.failings.map((act) => ({ ...actView(act), proof: act.proof })),
    hasFailed: facts.failings.some(({ operatorId }) => operatorId === reviewer.operatorId),
  }
}

function actView({ operatorId, operator, atMs }: CaseFacts['approvals'][number]) {
  return { operatorId: String(operatorId), operator, atMs }
}
