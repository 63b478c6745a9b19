import type { AuditView } from '@candor/api/operator'
import type { Database } from '../../platform/transaction.ts'
import { listAudit } from './audit-store.ts'

const rowsOfOneThing = 100

/** What others show of the audit. */
export interface AuditReader {
  /** What operators did to one thing, newest first. */
  of(subject: string): Promise<AuditView[]>
}

/** Reads the audit. */
export function createAuditReader(pool: Database): AuditReader {
  const everything = { operatorId: null, action: null, fromMs: null, toMs: null }
  return { of: (subject) => listAudit(pool, { ...everything, subject }, { beforeSeq: null, limit: rowsOfOneThing }) }
}
