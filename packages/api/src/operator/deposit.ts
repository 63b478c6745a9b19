import * as z from 'zod/mini'
import { assetName, chainName, decimalText, fileOutput, idText, listLimit, page, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { rechargeReason, rechargeState, transferView, txidPattern, voucherReasons } from '../recharge.ts'
import { kycState } from '../user-view.ts'
import { operatorDetail, operatorList } from './records.ts'

const readers = ['payments', 'lead', 'risk', 'auditor'] as const

const caseCommon = {
  id: z.string(),
  /** For claims and the audit trail. */
  subject: z.string(),
  /** The account number that the customer sees. */
  account: z.string(),
  chain: chainName,
  /** The credited currency. The voucher itself shows USDT. */
  currency: assetName,
  quantity: decimalText,
  /** A final transfer above what the watcher may credit alone; it can be approved only. */
  isHeld: z.boolean(),
  /** As entered by the customer; proves nothing. */
  txid: z.nullable(z.string()),
  createdMs: timeMs,
  approvalsNeeded: z.int(),
  approvalsGiven: z.int(),
  hasDecided: z.boolean(),
  mayDecide: z.boolean(),
}

/** A recharge whose voucher awaits an operator. */
export const depositCaseView = z.object(caseCommon)
export type DepositCaseView = z.output<typeof depositCaseView>

export const operatorDepositQueue = operatorOperation('operator/deposit_queue', readers, {
  summary:
    'Recharges whose voucher waits for an operator, oldest first, and transfers too large for a watcher to credit alone. Others that it sees are not among them.',
  input: z.object({ limit: listLimit }),
  output: z.object({ items: z.array(depositCaseView) }),
})

/** A recharge that operators decided. */
export const depositDecidedView = z.object({
  ...caseCommon,
  state: rechargeState,
  decidedMs: z.nullable(timeMs),
  /** The names of those who gave a verdict. */
  operators: z.array(z.string()),
})
export type DepositDecidedView = z.output<typeof depositDecidedView>

export const operatorDepositDecided = operatorList('operator/deposit_decided', readers, {
  summary:
    'Recharges that operators decided, the newest request first. Others that a watcher credited are not among them.',
  filters: {},
  output: page(depositDecidedView),
})

/** One operator's verdict. */
const verdictView = z.object({
  operatorId: z.string(),
  operator: z.string(),
  isApproval: z.boolean(),
  reference: z.nullable(z.string()),
  atMs: timeMs,
})

export const depositCaseDetail = z.object({
  ...caseCommon,
  customerId: z.string(),
  registeredMs: timeMs,
  kycState,
  state: rechargeState,
  reason: z.nullable(rechargeReason),
  hasVoucher: z.boolean(),
  /** The transaction that it was credited by. */
  reference: z.nullable(z.string()),
  credited: z.nullable(decimalText),
  transfer: z.nullable(transferView),
  decidedMs: z.nullable(timeMs),
  /** Until it is decided, those of others are sealed: each finds the transaction alone. */
  verdicts: z.array(verdictView),
  /** The customer's other recharges, by outcome. */
  earlier: z.object({ completed: z.int(), rejected: z.int(), failed: z.int(), open: z.int() }),
})
export type DepositCaseDetail = z.output<typeof depositCaseDetail>

export const operatorDepositDetail = operatorDetail('operator/deposit_detail', readers, {
  summary: 'One recharge with its customer and what was said of it.',
  output: depositCaseDetail,
})

export const operatorDepositVoucher = operatorDetail('operator/deposit_voucher', ['payments', 'lead'], {
  summary: 'The picture of the transfer voucher (WebP). The audit trail records who opened it and when.',
  output: fileOutput,
})

/** Why an operator rejects; the customer sees the reason. */
export const depositRejection = z.enum(voucherReasons, 'unknown-value')

export const operatorDepositDecide = operatorOperation('operator/deposit_decide', ['payments'], {
  summary:
    'Approves a recharge with the one transaction that its voucher shows (`reference`), or rejects it with a reason. Exactly the quantity asked for is credited; from a threshold on, of this recharge or of what the caller approved alone within 24 hours, once a second operator has found the same transaction (`recorded`: that one is still to come). A transaction is credited once.',
  input: z
    .object({
      id: idText,
      verdict: z.enum(['approved', 'rejected'], 'unknown-value'),
      reference: z.optional(z.string().check(z.trim(), z.regex(txidPattern, 'wrong-format'))),
      reason: z.optional(depositRejection),
    })
    .check(
      z.refine((form) => (form.verdict === 'approved') === (form.reference !== undefined), {
        path: ['reference'],
        error: 'required',
      }),
      z.refine((form) => (form.verdict === 'rejected') === (form.reason !== undefined), {
        path: ['reason'],
        error: 'required',
      }),
    ),
  output: z.object({ outcome: z.enum(['recorded', 'completed', 'rejected']), state: rechargeState }),
  refusals: [
    'not-found',
    'transaction-closed',
    'already-decided',
    'confirmation-required',
    'voucher-required',
    'transfer-known',
    'reference-taken',
    'reference-differs',
    'market-stale',
    'not-covered',
    'books-halted',
  ],
})
