import { Readable } from 'node:stream'
import { operatorAuditExport, operatorAuditList, operatorAuditOf, operatorAuditVerify } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createAuditReader } from './audit-reader.ts'
import { listAudit, readAuditFrom, verifyAudit } from './audit-store.ts'
import { recordAct } from './operator-store.ts'

const rowsAtOnce = 1_000

/** Operations on the audit: reading, exporting as a file, and verifying. */
export function auditRoutes(pool: Database): Route[] {
  const reader = createAuditReader(pool)
  return [
    route(
      operatorAuditList,
      async ({ operatorId, action = null, subject = null, fromMs = null, toMs = null, cursor, limit }) => {
        const filter = {
          operatorId: operatorId === undefined ? null : BigInt(operatorId),
          action,
          subject,
          fromMs,
          toMs,
        }
        const found = await listAudit(pool, filter, { beforeSeq: positionOf(cursor), limit: limit + 1 })
        const items = found.slice(0, limit)
        return ok({ items, nextCursor: found.length > limit ? (items.at(-1)?.seq ?? null) : null })
      },
    ),
    route(operatorAuditOf, async ({ subject }) => ok({ items: await reader.of(subject) })),
    route(operatorAuditExport, async ({ fromSeq }, { operator }) => {
      await recordAct(pool, operator.secret, {
        roles: operatorAuditExport.access,
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

/** A malformed cursor starts at the newest. */
function positionOf(cursor: string | undefined): bigint | null {
  return cursor !== undefined && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : null
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
