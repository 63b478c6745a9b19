import * as z from 'zod/mini'
import { page, timeMs } from '../fields.ts'
import { operation } from '../operation.ts'
import { decisionFields, idText, noteText } from './operator-fields.ts'
import { operatorList } from './records.ts'

const readers = ['support', 'lead', 'auditor'] as const
const writers = ['support', 'lead'] as const

const codeState = z.enum(['proposed', 'confirmed', 'rejected'], 'unknown-value')

/** An invitation code of the house for everybody: one operator proposes it, a second one publishes it. */
const publishedCodeView = z.object({
  id: z.string(),
  code: z.string(),
  note: z.string(),
  state: codeState,
  /** Since then it invites nobody; null while it does, or before. */
  withdrawn: z.nullable(z.object({ operator: z.string(), atMs: timeMs })),
  ...decisionFields,
})
export type PublishedCodeView = z.output<typeof publishedCodeView>

export const operatorPublishedCodes = operatorList({
  path: 'operator/published_codes',
  summary: 'Invitation codes for everybody, newest first: proposed, published, rejected and withdrawn ones.',
  access: readers,
  filters: { state: z.optional(codeState) },
  output: page(publishedCodeView),
})

export const operatorPublishedCodePropose = operation({
  audience: 'operator',
  path: 'operator/published_code_propose',
  summary: 'Proposes a new invitation code for everybody. It invites nobody until another operator confirms.',
  access: writers,
  input: z.object({ note: noteText }),
  output: publishedCodeView,
  refusals: [],
})

export const operatorPublishedCodeConfirm = operation({
  audience: 'operator',
  path: 'operator/published_code_confirm',
  summary: 'Publishes a code that another operator proposed. The former one is withdrawn.',
  access: writers,
  input: z.object({ id: idText }),
  output: publishedCodeView,
  refusals: ['not-found', 'same-operator', 'already-decided'],
})

export const operatorPublishedCodeReject = operation({
  audience: 'operator',
  path: 'operator/published_code_reject',
  summary: 'Rejects a proposed code, or takes back one’s own.',
  access: writers,
  input: z.object({ id: idText, note: noteText }),
  output: publishedCodeView,
  refusals: ['not-found', 'already-decided'],
})

export const operatorPublishedCodeWithdraw = operation({
  audience: 'operator',
  path: 'operator/published_code_withdraw',
  summary: 'Withdraws the published code at once: it invites nobody any more. One operator suffices.',
  access: writers,
  input: z.object({ id: idText, note: noteText }),
  output: publishedCodeView,
  refusals: ['not-found'],
})
