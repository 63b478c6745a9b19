import { legalAgree, legalConsents, legalDocuments, legalText } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Consents } from './legal-service.ts'
import { findText, readDocuments, readGiven, readOwed } from './legal-store.ts'

/** The legal texts, for everyone, and a customer's consents. */
export function legalRoutes(pool: Database, consents: Consents): Route[] {
  return [
    route(legalDocuments, async () => ok({ items: await readDocuments(pool) })),
    route(legalText, async (wanted) => {
      const text = await findText(pool, wanted)
      return text === null ? refuse('not-found') : ok(text)
    }),
    route(legalConsents, async (_input, { principal: { customerId } }) =>
      ok({ owed: await readOwed(pool, customerId), given: await readGiven(pool, customerId) }),
    ),
    route(legalAgree, async ({ documents }, { principal, lang }) => {
      const isRecorded = await consents.agree(pool, principal.customerId, { documents, language: lang })
      return isRecorded ? ok(null) : refuse('terms-changed')
    }),
  ]
}
