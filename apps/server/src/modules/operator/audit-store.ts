import type { AuditView } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as audit from '../../../database/rows/audit.ts'
import { onlyRow } from '../../platform/only-row.ts'
import type { Known } from '../../platform/postgres/columns.ts'

/** Filter of audit rows. Times are unix milliseconds, the end excluded. */
export interface AuditFilter {
  readonly operatorId: bigint | null
  readonly action: string | null
  readonly subject: string | null
  readonly fromMs: number | null
  readonly toMs: number | null
}

type AuditRow = Pick<
  audit.EntryRow,
  'seq' | 'at_ms' | 'operator_id' | 'actor' | 'action' | 'subject' | 'reason' | 'source'
> & { readonly details: string; readonly prev_hash: string; readonly hash: string }

const columns = `seq, at_ms, operator_id, actor, action, subject, reason, details::text as details, source,
  encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash`

function viewOf({ seq, at_ms: atMs, operator_id: operatorId, prev_hash: prevHash, ...row }: AuditRow): AuditView {
  return {
    ...row,
    seq: String(seq),
    atMs: Number(atMs),
    operatorId: operatorId === null ? null : String(operatorId),
    prevHash,
  }
}

/** Rows of the audit below `beforeSeq` (null: from the newest), newest first. */
export async function listAudit(
  pool: Pool,
  filter: AuditFilter,
  page: { readonly beforeSeq: bigint | null; readonly limit: number },
): Promise<AuditView[]> {
  const { rows } = await pool.query<AuditRow>(
    `select ${columns} from audit.entry
     where seq < coalesce($1::bigint, 9223372036854775807) and ($2::bigint is null or operator_id = $2)
       and ($3::text is null or action = $3)
       and ($4::text is null or subject = $4) and at_ms >= coalesce($5::bigint, 0)
         and at_ms < coalesce($6::bigint, 9223372036854775807)
     order by seq desc limit $7`,
    [page.beforeSeq, filter.operatorId, filter.action, filter.subject, filter.fromMs, filter.toMs, page.limit],
  )
  return rows.map(viewOf)
}

/** Rows of the audit from a number on, oldest first. */
export async function readAuditFrom(pool: Pool, fromSeq: bigint, limit: number): Promise<AuditView[]> {
  const { rows } = await pool.query<AuditRow>(
    `select ${columns} from audit.entry where seq >= $1 order by seq limit $2`,
    [fromSeq, limit],
  )
  return rows.map(viewOf)
}

/** The result of verifying the chain. */
export interface AuditVerdict {
  readonly checked: number
  readonly brokenSeq: bigint | null
  readonly headSeq: bigint
  readonly headHash: string
}

/** Walks the whole chain. */
export async function verifyAudit(pool: Pool): Promise<AuditVerdict> {
  const { rows } = await pool.query<
    Known<Pick<audit.VerifyResult, 'broken_seq' | 'checked' | 'head_seq'>, 'checked' | 'head_seq'> & {
      readonly head_hash: string
    }
  >(`select checked, broken_seq, head_seq, encode(head_hash, 'hex') as head_hash from audit.verify()`)
  const row = onlyRow(rows, 'audit.verify')
  return { checked: Number(row.checked), brokenSeq: row.broken_seq, headSeq: row.head_seq, headHash: row.head_hash }
}
