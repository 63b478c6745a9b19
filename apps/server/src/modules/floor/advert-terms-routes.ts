import { operatorAdvertTerms, operatorAdvertTermsProposals } from '@candor/api/operator'
import type { AdvertTermsProposalView } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import { advertTermsProposals, proposeAdvertTerms, readAdvertTerms } from './advert-terms-store.ts'

/** The terms of adverts, and their proposals. A published advert keeps its price. */
export function advertTermsRoutes(pool: Database): Route[] {
  const proposals = createProposals(pool, advertTermsProposals, ({ current, ...facts }): AdvertTermsProposalView => {
    if (current === null) throw new Error(`proposal ${facts.id} follows no terms of adverts`)
    return { ...facts, current }
  })
  return [
    route(operatorAdvertTerms, async () => ok(await readAdvertTerms(pool))),
    route(operatorAdvertTermsProposals.list, proposals.handlers.list),
    route(operatorAdvertTermsProposals.propose, async (form, { operator }) =>
      ok(await proposals.read(await proposeAdvertTerms(pool, operator.secret, form))),
    ),
    route(operatorAdvertTermsProposals.confirm, proposals.handlers.confirm),
    route(operatorAdvertTermsProposals.reject, proposals.handlers.reject),
  ]
}
