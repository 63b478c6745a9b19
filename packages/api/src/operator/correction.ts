import * as z from 'zod/mini'
import { assetName, decimalText, page } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { correctionReason } from '../statement.ts'
import { decisionFields, idText, noteText } from './operator-fields.ts'
import { operatorConfirm, operatorReject } from './proposal.ts'
import { operatorList } from './records.ts'

export { correctionReason } from '../statement.ts'

const deciders = ['lead', 'risk'] as const

const correctionState = z.enum(['proposed', 'booked', 'rejected'], 'unknown-value')

/** A movement between the house and a customer that two operators agree on. The customer sees it in the statement. */
export const correctionView = z.object({
  id: z.string(),
  customerId: z.string(),
  publicId: z.string(),
  asset: assetName,
  /** Positive: to the customer; negative: from the customer. */
  amount: decimalText,
  reason: correctionReason,
  note: z.string(),
  state: correctionState,
  ...decisionFields,
})
export type CorrectionView = z.output<typeof correctionView>

export const operatorCorrections = {
  list: operatorList('operator/corrections', ['payments', 'risk', 'lead', 'auditor', 'support'], {
    summary: 'Corrections, newest first.',
    filters: { state: z.optional(correctionState), customerId: z.optional(idText) },
    output: page(correctionView),
  }),
  propose: operatorOperation('operator/correction_propose', ['payments', 'risk', 'lead'], {
    summary:
      'Proposes a movement between the house and what a customer has available. Nothing moves until another operator confirms.',
    input: z.object({
      customerId: idText,
      asset: assetName,
      amount: z.string('required').check(z.regex(/^-?\d{1,9}(\.\d{1,6})?$/, 'wrong-format')),
      reason: correctionReason,
      note: noteText,
    }),
    output: correctionView,
    refusals: ['not-found', 'wrong-amount'],
  }),
  confirm: operatorConfirm('operator/correction_confirm', deciders, {
    summary: 'Confirms a correction that another operator proposed: it is booked at once.',
    output: correctionView,
    refusals: ['confirmation-required', 'insufficient-balance', 'house-limit', 'books-halted'],
  }),
  reject: operatorReject('operator/correction_reject', ['payments', 'risk', 'lead'], {
    summary: 'Rejects a correction, or takes back one’s own.',
    output: correctionView,
  }),
}
