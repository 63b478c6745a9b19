import { Readable } from 'node:stream'
import { operatorAuditExport, operatorAuditList, operatorAuditOf, operatorAuditVerify } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { pageById } from '../../platform/page.ts'
import { ok } from '../../platform/result.ts'
import type { Database, Reads } from '../../platform/transaction.ts'
import { createAuditReader } from './audit-reader.ts'
import { listAudit, readAuditFrom, verifyAudit } from './audit-store.ts'
import { recordAct } from './operator-store.ts'

const rowsAtOnce = 1_000

/** Operations on the audit: reading, exporting as a file, and verifying. */
export function auditRoutes(pool: Database, reads: Reads): Route[] {
  const reader = createAuditReader(pool)
  return [
    route(operatorAuditList, async (wanted, { operator }) => {
      const { operatorId, action = null, subject = null, fromMs = null, toMs = null } = wanted
      const filter = {
        readerId: operator.operatorId,
        operatorId: operatorId === undefined ? null : BigInt(operatorId),
        action,
        subject,
        fromMs,
        toMs,
      }
      const page = await pageById(wanted, {
        read: (beforeSeq, limit) => reads.run((from) => listAudit(from, filter, { beforeSeq, limit })),
        idOf: ({ seq }) => seq,
        viewOf: (entry) => entry,
      })
      return ok(page)
    }),
    route(operatorAuditOf, async ({ subject }, { operator }) =>
      ok({ items: await reader.of(subject, operator.operatorId) }),
    ),
    route(operatorAuditExport, async ({ fromSeq }, { operator }) => {
      await recordAct(pool, operator.secret, {
        action: 'audit.exported',
        subject: 'audit:0',
        details: { fromSeq },
      })
      return ok({
        contentType: 'application/x-ndjson',
        body: Readable.from(linesFrom(pool, BigInt(fromSeq))),
        name: 'audit.ndjson',
      })
    }),
    route(operatorAuditVerify, async () => {
      const { checked, brokenSeq, headSeq, headHash } = await verifyAudit(pool)
      return ok({
        checked,
        brokenSeq: brokenSeq === null ? null : String(brokenSeq),
        headSeq: String(headSeq),
        headHash,
      })
    }),
  ]
}

async function* linesFrom(pool: Database, fromSeq: bigint): AsyncGenerator<string> {
  let nextSeq = fromSeq
  for (;;) {
    const rows = await readAuditFrom(pool, nextSeq, rowsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    nextSeq = BigInt(last.seq) + 1n
  }
}
