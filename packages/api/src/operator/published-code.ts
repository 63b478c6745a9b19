import * as z from 'zod/mini'
import { timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { decisionFields, noteText } from './operator-fields.ts'
import { operatorConfirm, operatorReject, proposalList, proposalState } from './proposal.ts'
import { operatorNotedAct } from './records.ts'

const readers = ['support', 'lead', 'auditor'] as const
const writers = ['support', 'lead'] as const

/** An invitation code of the house for everybody: one operator proposes it, a second one publishes it. */
const publishedCodeView = z.object({
  id: z.string(),
  code: z.string(),
  note: z.string(),
  state: proposalState,
  /** Since then it invites nobody; null while it does, or before. */
  withdrawn: z.nullable(z.object({ operator: z.string(), atMs: timeMs })),
  ...decisionFields,
})
export type PublishedCodeView = z.output<typeof publishedCodeView>

export const operatorPublishedCodes = {
  list: proposalList(
    'operator/published_codes',
    readers,
    'Invitation codes for everybody, newest first: proposed, published, rejected and withdrawn ones.',
    publishedCodeView,
  ),
  propose: operatorOperation('operator/published_code_propose', writers, {
    summary: 'Proposes a new invitation code for everybody. It invites nobody until another operator confirms.',
    input: z.object({ note: noteText }),
    output: publishedCodeView,
  }),
  confirm: operatorConfirm('operator/published_code_confirm', writers, {
    summary: 'Publishes a code that another operator proposed. The former one is withdrawn.',
    output: publishedCodeView,
  }),
  reject: operatorReject('operator/published_code_reject', writers, {
    summary: 'Rejects a proposed code, or takes back one’s own.',
    output: publishedCodeView,
  }),
}

export const operatorPublishedCodeWithdraw = operatorNotedAct('operator/published_code_withdraw', writers, {
  summary: 'Withdraws the published code at once: it invites nobody any more. One operator suffices.',
  output: publishedCodeView,
})
