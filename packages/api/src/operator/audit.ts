import * as z from 'zod/mini'
import { fileOutput, noInput, page, timeMs, wholeNumber } from '../fields.ts'
import { operation } from '../operation.ts'
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
  actor: z.string(),
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

export const operatorAuditList = operatorList({
  path: 'operator/audit_list',
  summary: 'Who did what, newest first.',
  access: readers,
  filters: {
    operatorId: z.optional(idText),
    action: z.optional(z.string().check(z.regex(/^[a-z.-]{1,64}$/, 'wrong-format'))),
    subject: z.optional(subjectText),
    fromMs: z.optional(wholeNumber),
    toMs: z.optional(wholeNumber),
  },
  output: page(auditView),
})

export const operatorAuditOf = operation({
  audience: 'operator',
  path: 'operator/audit_of',
  summary: 'What operators did to one thing, newest first; at most 100.',
  access: 'any',
  input: z.object({ subject: subjectText }),
  output: z.object({ items: z.array(auditView) }),
  refusals: [],
})

export const operatorAuditExport = operation({
  audience: 'operator',
  path: 'operator/audit_export',
  summary:
    'Every row from a number on as a file of JSON lines (`application/x-ndjson`), oldest first, with the hashes that let anybody verify it: `hash` is the SHA-256 of the bytes of `prevHash` and of the fields seq, atMs, operatorId (empty for none), actor, action, subject, reason, details and source, each as its length in bytes, a colon, its text and a comma. The export itself is recorded.',
  access: ['auditor', 'security'],
  input: z.object({ fromSeq: z._default(wholeNumber, 1) }),
  output: fileOutput,
  refusals: [],
})

export const operatorAuditVerify = operation({
  audience: 'operator',
  path: 'operator/audit_verify',
  summary:
    'Walks the whole chain: how many rows it has, and the first that is not as it was written (null where all are).',
  access: readers,
  input: noInput,
  output: z.object({ checked: z.int(), brokenSeq: z.nullable(z.string()), headSeq: z.string(), headHash: z.string() }),
  refusals: [],
})
