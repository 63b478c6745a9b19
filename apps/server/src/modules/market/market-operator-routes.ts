import {
  operatorMarketHalt,
  operatorMarketLift,
  operatorMarketLiftRefuse,
  operatorMarketLiftRequest,
  operatorMarkets,
} from '@candor/api/operator'
import type { HaltView, OutputOf } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { SourceHealth } from '../quote-feeds/index.ts'
import { decideLift, haltInstrument, readHalts, requestLift } from './halt-store.ts'
import type { Database } from './market-store.ts'
import type { MarketView } from './market-view.ts'

type Markets = OutputOf<typeof operatorMarkets>

export interface MarketOperatorDependencies {
  readonly pool: Database
  readonly view: MarketView
  /** The live sources as they are now. */
  sources(): readonly SourceHealth[]
  /** The status page's feed section. */
  feed(): Markets['feed']
}

/** Instruments as operators see them, and their halts. No operation names a price. */
export function marketOperatorRoutes(deps: MarketOperatorDependencies): Route[] {
  const { pool, view } = deps
  const readHalt = async (readerId: bigint, id: bigint): Promise<HaltView | null> =>
    (await readHalts(pool, readerId, id))[0]?.view ?? null
  return [
    route(operatorMarkets, async (_, { operator }) => ok(await readMarkets(deps, operator.operatorId))),
    route(operatorMarketHalt, async (form, { operator }) => {
      const id = await haltInstrument(pool, operator.secret, form)
      if (id === null) return refuse('unknown-instrument')
      await view.readCatalogueAgain()
      const halt = await readHalt(operator.operatorId, id)
      // The halt was lifted in the meantime.
      return halt === null ? refuse('already-decided') : ok(halt)
    }),
    route(operatorMarketLiftRequest, async ({ id, note }, { operator }) => {
      const isDone = await requestLift(pool, operator.secret, BigInt(id), note)
      const halt = isDone ? await readHalt(operator.operatorId, BigInt(id)) : null
      return halt === null ? refuse('not-found') : ok(halt)
    }),
    route(operatorMarketLift, async ({ id }, { operator }) => {
      const before = (await readHalts(pool, operator.operatorId, BigInt(id)))[0]
      const isDone = await decideLift(pool, operator.secret, { id: BigInt(id), verdict: 'approved', note: '' })
      if (!isDone || before === undefined) return refuse('not-found')
      await view.readCatalogueAgain()
      return ok({ symbol: before.symbol })
    }),
    route(operatorMarketLiftRefuse, async ({ id, note }, { operator }) => {
      const isDone = await decideLift(pool, operator.secret, { id: BigInt(id), verdict: 'rejected', note })
      const halt = isDone ? await readHalt(operator.operatorId, BigInt(id)) : null
      return halt === null ? refuse('not-found') : ok(halt)
    }),
  ]
}

async function readMarkets(
  { pool, view, sources, feed }: MarketOperatorDependencies,
  readerId: bigint,
): Promise<Markets> {
  const halts = new Map((await readHalts(pool, readerId)).map(({ symbol, view: halt }) => [symbol, halt]))
  const health = sources()
  const items = view.instruments().map((instrument) => {
    const quote = view.quote(instrument)
    const pricing = health.filter(({ instrumentIds }) => instrumentIds.includes(instrument.id))
    return {
      symbol: instrument.symbol,
      name: instrument.name,
      category: instrument.category,
      state: quote?.state ?? ('closed' as const),
      ageMs: quote?.ageMs ?? null,
      sources:
        pricing.length === 0
          ? null
          : { live: pricing.filter(({ state }) => state === 'live').length, all: pricing.length },
      halt: halts.get(instrument.symbol) ?? null,
    }
  })
  return { feed: feed(), items }
}
