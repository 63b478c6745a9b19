import type { AuditView } from '@candor/api/operator'
import type { Database } from '../../platform/transaction.ts'
import { listAudit } from './audit-store.ts'

const rowsOfOneThing = 100

/** Read access to the audit for other modules. */
export interface AuditReader {
  /** The operators' acts on one subject, as an operator reads them, newest first. */
  of(subject: string, readerId: bigint): Promise<AuditView[]>
}

/** Reads the audit. */
export function createAuditReader(pool: Database): AuditReader {
  const everything = { operatorId: null, action: null, fromMs: null, toMs: null }
  return {
    of: (subject, readerId) =>
      listAudit(pool, { ...everything, subject, readerId }, { beforeSeq: null, limit: rowsOfOneThing }),
  }
}
