import type { AuditView } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as audit from '../../../database/rows/audit.ts'
import { onlyRow } from '../../platform/only-row.ts'
import type { Known } from '../../platform/postgres/columns.ts'

/** Filter of audit rows, as an operator reads them. Times are unix milliseconds, the end excluded. */
export interface AuditFilter {
  readonly readerId: bigint
  readonly operatorId: bigint | null
  readonly action: string | null
  readonly subject: string | null
  readonly fromMs: number | null
  readonly toMs: number | null
}

type AuditRow = Pick<audit.EntryRow, 'seq' | 'at_ms' | 'operator_id' | 'action' | 'subject' | 'reason' | 'source'> & {
  readonly actor: string | null
  readonly details: string
  readonly prev_hash: string
  readonly hash: string
}

const columns = `seq, at_ms, action, subject, reason, details::text as details, source,
  encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash`

/**
 * The first step of a change for two people, of which no second step is on record yet, and which is not the reader's
 * ($1): it names nobody, so that the second person decides independently.
 */
const isSealed = `(e.action ~ '[.](proposed|endorsed|lift-requested)$' or e.action = 'desk.added')
  and e.operator_id <> $1
  and not exists (select from audit.entry as later where later.subject = e.subject and later.seq > e.seq)`

function viewOf({ seq, at_ms: atMs, operator_id: operatorId, prev_hash: prevHash, ...row }: AuditRow): AuditView {
  return {
    ...row,
    seq: String(seq),
    atMs: Number(atMs),
    operatorId: operatorId === null ? null : String(operatorId),
    prevHash,
  }
}

/** Rows of the audit below `beforeSeq` (null: from the newest), newest first. A sealed row has no actor. */
export async function listAudit(
  pool: Pool,
  filter: AuditFilter,
  page: { readonly beforeSeq: bigint | null; readonly limit: number },
): Promise<AuditView[]> {
  const { rows } = await pool.query<AuditRow>(
    `select ${columns}, case when sealed.yes then null else e.operator_id end as operator_id,
       case when sealed.yes then null else e.actor end as actor
     from audit.entry as e cross join lateral (select coalesce(${isSealed}, false) as yes) as sealed
     where e.seq < coalesce($2::bigint, 9223372036854775807)
       and ($3::bigint is null or (e.operator_id = $3 and not sealed.yes)) and ($4::text is null or e.action = $4)
       and ($5::text is null or e.subject = $5) and e.at_ms >= coalesce($6::bigint, 0)
       and e.at_ms < coalesce($7::bigint, 9223372036854775807)
     order by e.seq desc limit $8`,
    [
      filter.readerId,
      page.beforeSeq,
      filter.operatorId,
      filter.action,
      filter.subject,
      filter.fromMs,
      filter.toMs,
      page.limit,
    ],
  )
  return rows.map(viewOf)
}

/** Rows of the audit from a number on, oldest first. */
export async function readAuditFrom(pool: Pool, fromSeq: bigint, limit: number): Promise<AuditView[]> {
  const { rows } = await pool.query<AuditRow>(
    `select ${columns}, operator_id, actor from audit.entry where seq >= $1 order by seq limit $2`,
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
