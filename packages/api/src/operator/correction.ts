import * as z from 'zod/mini'
import { assetName, cursorText, decimalText, listLimit, page, timeMs } from '../fields.ts'
import { operation } from '../operation.ts'
import { correctionReason } from '../statement.ts'
import { idText, noteText, operatorName } from './operator-fields.ts'

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
  proposedBy: operatorName,
  proposedMs: timeMs,
  decidedBy: z.nullable(operatorName),
  decidedMs: z.nullable(timeMs),
})
export type CorrectionView = z.output<typeof correctionView>

export const operatorCorrections = operation({
  audience: 'operator',
  path: 'operator/corrections',
  summary: 'Corrections, newest first.',
  access: ['payments', 'risk', 'lead', 'auditor', 'support'],
  input: z.object({
    state: z.optional(correctionState),
    customerId: z.optional(idText),
    cursor: z.optional(cursorText),
    limit: listLimit,
  }),
  output: page(correctionView),
  refusals: [],
})

export const operatorCorrectionPropose = operation({
  audience: 'operator',
  path: 'operator/correction_propose',
  summary:
    'Proposes a movement between the house and what a customer has available. Nothing moves until another operator confirms.',
  access: ['payments', 'risk', 'lead'],
  input: z.object({
    customerId: idText,
    asset: assetName,
    amount: z.string('required').check(z.regex(/^-?\d{1,9}(\.\d{1,6})?$/, 'wrong-format')),
    reason: correctionReason,
    note: noteText,
  }),
  output: correctionView,
  refusals: ['not-found', 'wrong-amount'],
})

export const operatorCorrectionConfirm = operation({
  audience: 'operator',
  path: 'operator/correction_confirm',
  summary: 'Confirms a correction that another operator proposed: it is booked at once.',
  access: deciders,
  input: z.object({ id: idText }),
  output: correctionView,
  refusals: ['not-found', 'same-operator', 'already-decided', 'insufficient-balance', 'house-limit', 'books-halted'],
})

export const operatorCorrectionReject = operation({
  audience: 'operator',
  path: 'operator/correction_reject',
  summary: 'Rejects a correction, or takes back one’s own.',
  access: ['payments', 'risk', 'lead'],
  input: z.object({ id: idText, note: noteText }),
  output: correctionView,
  refusals: ['not-found', 'already-decided'],
})
