import * as z from 'zod/mini'
import { fileOutput, page, timeMs, wholeNumber } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { subjectText } from './claim.ts'
import { idText } from './operator-fields.ts'
import { operatorList } from './records.ts'

const readers = ['auditor', 'lead', 'security'] as const

/** A row of the audit. Hashes are SHA-256 in hexadecimal; `details` is the text that is hashed. */
export const auditView = z.object({
  seq: z.string(),
  atMs: timeMs,
  /** Null when no operator acted: the owner at the command line, or the platform itself. */
  operatorId: z.nullable(z.string()),
  /**
   * Null, like operatorId, for the first step of a change for two people as another operator than its author reads it
   * before the second step. The export names everybody.
   */
  actor: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  details: z.string(),
  /** Whether the database recorded the act in its own transaction, or the server reported it. */
  source: z.enum(['database', 'server']),
  prevHash: z.string(),
  hash: z.string(),
})
export type AuditView = z.output<typeof auditView>

export const operatorAuditList = operatorList('operator/audit_list', readers, {
  summary: 'Who did what, newest first.',
  filters: {
    operatorId: z.optional(idText),
    action: z.optional(z.string().check(z.regex(/^[a-z.-]{1,64}$/, 'wrong-format'))),
    subject: z.optional(subjectText),
    fromMs: z.optional(wholeNumber),
    toMs: z.optional(wholeNumber),
  },
  output: page(auditView),
})

export const operatorAuditOf = operatorOperation('operator/audit_of', 'any', {
  summary: 'What operators did to one thing, newest first; at most 100.',
  input: z.object({ subject: subjectText }),
  output: z.object({ items: z.array(auditView) }),
})

export const operatorAuditExport = operatorOperation('operator/audit_export', ['auditor', 'security'], {
  summary:
    'Every row from a number on as a file of JSON lines (`application/x-ndjson`), oldest first, with the hashes that let anybody verify it: `hash` is the SHA-256 of the bytes of `prevHash` and of the fields seq, atMs, operatorId (empty for none), actor, action, subject, reason, details and source, each as its length in bytes, a colon, its text and a comma. The export itself is recorded.',
  input: z.object({ fromSeq: z._default(wholeNumber, 1) }),
  output: fileOutput,
})

export const operatorAuditVerify = operatorOperation('operator/audit_verify', readers, {
  summary:
    'Walks the whole chain: how many rows it has, and the first that is not as it was written (null where all are).',
  output: z.object({ checked: z.int(), brokenSeq: z.nullable(z.string()), headSeq: z.string(), headHash: z.string() }),
})
