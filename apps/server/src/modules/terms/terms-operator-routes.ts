import {
  operatorInstruments,
  operatorTermsConfirm,
  operatorTermsPropose,
  operatorTermsProposals,
  operatorTermsReject,
  operatorTermsVersions,
} from '@candor/contract/operator'
import type { TermsProposalView, TermsVersion } from '@candor/contract/operator'
import { slotMs } from '@candor/formulas'
import { operatorRoute } from '../../platform/http/index.ts'
import type { OperatorRoute } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { decideTerms, findInstrumentId, listProposals, proposeTerms, readInstruments, readProposal, readVersions } from './terms-store.ts'
import type { ProposalRecord, TermsRecord } from './terms-store.ts'
import { valuesOf, valuesView } from './terms.ts'

/** The operations on instruments and terms. Nothing changes an instrument's price or an order that exists. */
export function termsOperatorRoutes(pool: Database): OperatorRoute[] {
  return [...readingRoutes(pool), ...decidingRoutes(pool)]
}

function readingRoutes(pool: Database): OperatorRoute[] {
  return [
    operatorRoute(operatorInstruments, async ({ category = null }) => {
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
    operatorRoute(operatorTermsVersions, async ({ symbol, durationMs }) => {
      const instrumentId = await findInstrumentId(pool, symbol)
      if (instrumentId === null) return refuse('unknown-instrument')
      const versions = Number.isInteger(durationMs / slotMs) ? await readVersions(pool, instrumentId, slotsOf(durationMs)) : []
      return ok({ items: versions.map((version) => ({ ...versionView(version), createdMs: version.createdMs })) })
    }),
    operatorRoute(operatorTermsProposals, async ({ state = null, cursor, limit }) => {
      const beforeId = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : null
      const found = await listProposals(pool, { state, beforeId, limit: limit + 1 })
      const items = found.slice(0, limit).map(proposalView)
      return ok({ items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null })
    }),
  ]
}

function decidingRoutes(pool: Database): OperatorRoute[] {
  return [
    operatorRoute(operatorTermsPropose, async ({ symbol, note, ...form }, { operator }) => {
      const instrumentId = await findInstrumentId(pool, symbol)
      if (instrumentId === null) return refuse('unknown-instrument')
      const values = valuesOf(form)
      if (values === null) return refuse('wrong-amount')
      const id = await proposeTerms(pool, operator.secret, { ...values, instrumentId, note })
      return ok(proposalView(await readProposal(pool, id)))
    }),
    operatorRoute(operatorTermsConfirm, async ({ id }, { operator }) => {
      const outcome = await decideTerms(pool, operator.secret, { id: BigInt(id), isConfirmed: true, note: '' })
      return outcome === 'decided' ? ok(proposalView(await readProposal(pool, BigInt(id)))) : refuse(outcome)
    }),
    operatorRoute(operatorTermsReject, async ({ id, note }, { operator }) => {
      const outcome = await decideTerms(pool, operator.secret, { id: BigInt(id), isConfirmed: false, note })
      return outcome === 'decided' ? ok(proposalView(await readProposal(pool, BigInt(id)))) : refuse('not-found')
    }),
  ]
}

/** Whole slots are the only durations; another number of milliseconds stands for none. */
function slotsOf(durationMs: number): number {
  return durationMs / slotMs
}

function versionView(record: TermsRecord): TermsVersion {
  return { ...valuesView(record), version: record.version }
}

function proposalView({ id, current, wanted, proposedBy, decidedBy, ...rest }: ProposalRecord): TermsProposalView {
  return {
    ...rest,
    id: String(id),
    current: current === null ? null : versionView(current),
    wanted: valuesView(wanted),
    proposedBy: { operatorId: String(proposedBy.operatorId), name: proposedBy.name },
    decidedBy: decidedBy === null ? null : { operatorId: String(decidedBy.operatorId), name: decidedBy.name },
  }
}
