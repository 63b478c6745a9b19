import * as z from 'zod/mini'
import { chainName, decimalText, idText, listLimit, page, timeMs } from '../fields.ts'
import { longFormBytes, operatorOperation } from '../operation.ts'
import { bankCardFields } from '../payout.ts'
import { kycState } from '../user-view.ts'
import { rejectionReasons, withdrawalFields, withdrawalReason, withdrawalState, withdrawalStep } from '../withdrawal.ts'
import { operatorAct, operatorDetail, operatorList } from './records.ts'

const readers = ['payments', 'lead', 'risk', 'auditor'] as const
const deciders = ['payments', 'lead'] as const

const caseCommon = {
  id: z.string(),
  /** For claims and the audit trail. */
  subject: z.string(),
  /** The account number that the customer sees. */
  account: z.string(),
  ...withdrawalFields,
  isOverdue: z.boolean(),
  approvalsNeeded: z.int(),
  approvalsGiven: z.int(),
  /** The caller has approved it, and can neither approve it again nor complete it. */
  hasApproved: z.boolean(),
  /** The caller may take the next step. */
  mayAct: z.boolean(),
}

/** A withdrawal that awaits an operator. */
export const withdrawalCaseView = z.object({
  ...caseCommon,
  /** The step that it waits for, and by when it is promised. */
  step: z.enum(['approved', 'sent', 'completed']),
  promisedMs: timeMs,
})
export type WithdrawalCaseView = z.output<typeof withdrawalCaseView>

export const operatorWithdrawalQueue = operatorOperation('operator/withdrawal_queue', readers, {
  summary: 'Withdrawals that wait for a decision, for being sent or for their arrival, the nearest promise first.',
  input: z.object({
    state: z.optional(z.enum(['under-review', 'approved', 'sent'], 'unknown-value')),
    limit: listLimit,
  }),
  output: z.object({ items: z.array(withdrawalCaseView) }),
})

/** A withdrawal that has ended. */
export const withdrawalEndedView = z.object({
  ...caseCommon,
  endedMs: z.nullable(timeMs),
  /** A step of it came after its promise. */
  wasLate: z.boolean(),
  /** The names of those who approved it, or reported that it was not paid. */
  operators: z.array(z.string()),
})
export type WithdrawalEndedView = z.output<typeof withdrawalEndedView>

export const operatorWithdrawalEnded = operatorList('operator/withdrawal_ended', readers, {
  summary: 'Withdrawals that were completed, rejected, cancelled or failed, the newest request first.',
  filters: { state: z.optional(z.enum(['completed', 'rejected', 'cancelled', 'failed'], 'unknown-value')) },
  output: page(withdrawalEndedView),
})

/** One operator's part in a withdrawal. */
const actView = z.object({ operatorId: z.string(), operator: z.string(), atMs: timeMs })

export const withdrawalCaseDetail = z.object({
  ...caseCommon,
  customerId: z.string(),
  registeredMs: timeMs,
  kycState,
  isEnabled: z.boolean(),
  /** The customer's balance of this asset; the withdrawal itself is part of the held amount. */
  available: decimalText,
  held: decimalText,
  /** The customer's other withdrawals of this asset, by outcome. */
  earlier: z.object({ completed: z.int(), failed: z.int(), rejected: z.int(), open: z.int() }),
  /** Everything known about the destination except its number, which `withdrawal_destination` reveals. */
  payee: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('bank-card'), ...bankCardFields }),
    z.object({ kind: z.literal('wallet-address'), chain: chainName, addressStart: z.string(), addressEnd: z.string() }),
  ]),
  payeeAddedMs: timeMs,
  /** Accounts beside this one that have bound the same destination. */
  payeeOtherAccounts: z.int(),
  steps: z.array(withdrawalStep),
  endedMs: z.nullable(timeMs),
  reason: z.nullable(withdrawalReason),
  reference: z.nullable(z.string()),
  /** The approvals. Until it is decided, other operators' approvals are hidden, so that each judges independently. */
  approvals: z.array(actView),
  /** The operators who reported it as not paid, with the proof. */
  failings: z.array(z.extend(actView, { proof: z.string() })),
  hasFailed: z.boolean(),
})
export type WithdrawalCaseDetail = z.output<typeof withdrawalCaseDetail>

export const operatorWithdrawalDetail = operatorDetail('operator/withdrawal_detail', readers, {
  summary: 'One withdrawal with its customer, its destination without the number, and who did what.',
  output: withdrawalCaseDetail,
})

export const operatorWithdrawalDestination = operatorDetail('operator/withdrawal_destination', deciders, {
  summary:
    'The full card number, account number or address that a withdrawal is paid to. The audit trail records who opened it and when.',
  output: z.object({ number: z.string() }),
})

/** Why an operator rejects; the customer sees the reason. */
export const withdrawalRejection = z.enum(rejectionReasons, 'unknown-value')

const stateAfter = z.object({ state: withdrawalState })

export const operatorWithdrawalDecide = operatorOperation('operator/withdrawal_decide', deciders, {
  summary:
    'Approves or rejects. A second operator has to approve where the withdrawal, or its customer in 24 hours, or the caller alone in 24 hours, reaches the two-person threshold: the state stays under-review until then. A rejection has a reason and releases the amount.',
  input: z
    .object({
      id: idText,
      verdict: z.enum(['approve', 'reject'], 'unknown-value'),
      reason: z.optional(withdrawalRejection),
    })
    .check(
      z.refine((form) => (form.verdict === 'reject') === (form.reason !== undefined), {
        path: ['reason'],
        error: 'required',
      }),
    ),
  output: stateAfter,
  refusals: [
    'not-found',
    'same-operator',
    'already-decided',
    'confirmation-required',
    'withdrawals-frozen',
    'books-halted',
  ],
})

export const operatorWithdrawalSent = operatorOperation('operator/withdrawal_sent', deciders, {
  summary:
    "Records the payment's reference with the bank or on the chain, before it is paid. A reference belongs to one withdrawal.",
  input: z.object({
    id: idText,
    reference: z.string('required').check(z.trim(), z.minLength(3, 'too-short'), z.maxLength(120, 'too-long')),
  }),
  output: stateAfter,
  refusals: ['not-found', 'already-decided', 'withdrawals-frozen', 'reference-taken'],
})

export const operatorWithdrawalCompleted = operatorAct('operator/withdrawal_completed', deciders, {
  summary:
    'Books the payment as arrived: the amount leaves the customer and custody, the fee stays. An operator who approved the withdrawal cannot do it.',
  output: stateAfter,
  refusals: ['same-operator', 'already-decided', 'confirmation-required', 'books-halted'],
})

export const operatorWithdrawalFailed = operatorOperation('operator/withdrawal_failed', deciders, {
  summary:
    'Says, with proof, that a payment was never made. Once a second operator has said so too, the amount is released.',
  maxFormBytes: longFormBytes,
  input: z.object({
    id: idText,
    proof: z.string('required').check(z.trim(), z.minLength(10, 'too-short'), z.maxLength(2_000, 'too-long')),
  }),
  output: stateAfter,
  refusals: ['not-found', 'same-operator', 'already-decided', 'books-halted'],
})
