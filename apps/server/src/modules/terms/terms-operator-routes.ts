import { operatorInstruments, operatorTermsProposals, operatorTermsVersions } from '@candor/api/operator'
import type { TermsProposalView, TermsVersion } from '@candor/api/operator'
import { slotMs } from '@candor/formulas'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import type { VersionProposal } from '../operator/index.ts'
import { findInstrumentId, proposeTerms, readInstruments, readVersions, termsProposals } from './terms-store.ts'
import type { TermsRecord } from './terms-store.ts'
import { valuesOf, valuesView } from './terms.ts'
import type { TermsValues } from './terms.ts'

/** Operations on instruments and contract terms. Nothing here changes an instrument's price or an existing order. */
export function termsOperatorRoutes(pool: Database): Route[] {
  return [...readingRoutes(pool), ...proposalRoutes(pool)]
}

function readingRoutes(pool: Database): Route[] {
  return [
    route(operatorInstruments, async ({ category = null }) => {
      const instruments = await readInstruments(pool, category)
      return ok({
        items: instruments.map(({ symbol, name, category: group, isHidden, isHalted, terms }) => ({
          symbol,
          name,
          category: group,
          isHidden,
          isHalted,
          terms: terms.map(versionView),
        })),
      })
    }),
    route(operatorTermsVersions, async ({ symbol, durationMs }) => {
      const instrumentId = await findInstrumentId(pool, symbol)
      if (instrumentId === null) return refuse('unknown-instrument')
      const versions = Number.isInteger(durationMs / slotMs)
        ? await readVersions(pool, instrumentId, slotsOf(durationMs))
        : []
      return ok({ items: versions.map((version) => ({ ...versionView(version), createdMs: version.createdMs })) })
    }),
  ]
}

function proposalRoutes(pool: Database): Route[] {
  const proposals = createProposals(pool, termsProposals, proposalView)
  return [
    route(operatorTermsProposals.list, proposals.handlers.list),
    route(operatorTermsProposals.propose, async ({ symbol, note, ...form }, { operator }) => {
      const instrumentId = await findInstrumentId(pool, symbol)
      if (instrumentId === null) return refuse('unknown-instrument')
      const values = valuesOf(form)
      if (values === null) return refuse('wrong-amount')
      return ok(await proposals.read(await proposeTerms(pool, operator.secret, { ...values, instrumentId, note })))
    }),
    route(operatorTermsProposals.confirm, proposals.handlers.confirm),
    route(operatorTermsProposals.reject, proposals.handlers.reject),
  ]
}

/** Durations are whole slots; other values map to 0. */
function slotsOf(durationMs: number): number {
  return durationMs / slotMs
}

function versionView(record: TermsRecord): TermsVersion {
  return { ...valuesView(record), version: record.version }
}

function proposalView({
  current,
  wanted: { symbol, ...wanted },
  ...facts
}: VersionProposal<TermsRecord, TermsValues & { symbol: string }>): TermsProposalView {
  return { ...facts, symbol, current: current && versionView(current), wanted: valuesView(wanted) }
}
