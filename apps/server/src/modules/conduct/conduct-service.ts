import type {
  OutputOf,
  transparencyIncidents,
  transparencyOdds,
  transparencyRules,
  transparencyServiceDays,
} from '@candor/api'
import { dayMs } from '@candor/formulas'
import type { Clock } from '../../platform/clock.ts'
import { remembered } from '../../platform/remembered.ts'
import type { Database } from '../../platform/transaction.ts'
import {
  readAcceptances,
  readCounted,
  readGroups,
  readOffers,
  readShare,
  readStakeBands,
  readVoids,
} from './conduct-store.ts'
import type { Counted, OfferRow } from './conduct-store.ts'
import { readIncidents } from './incident-store.ts'
import { breakEvenOf, oddsSpan } from './odds.ts'
import { readRules } from './rule-store.ts'
import { readServiceDays } from './service-days-store.ts'

type Odds = OutputOf<typeof transparencyOdds>

/** Everybody may ask: the database is read at most this often. */
const keptMs = 30_000
const spans = [30, 90] as const
/** The days of a status strip, today included. */
const serviceDays = 90

/** The public figures of the house's conduct. */
export interface ConductService {
  odds(): Promise<Odds>
  incidents(): Promise<OutputOf<typeof transparencyIncidents>>
  rules(): Promise<OutputOf<typeof transparencyRules>>
  serviceDays(): Promise<OutputOf<typeof transparencyServiceDays>>
}

export function createConductService({
  pool,
  clock,
}: {
  readonly pool: Database
  readonly clock: Clock
}): ConductService {
  return {
    odds: remembered(() => readOdds(pool), keptMs, clock),
    incidents: remembered(() => readIncidents(pool), keptMs, clock),
    rules: remembered(async () => ({ items: await readRules(pool) }), keptMs, clock),
    serviceDays: remembered(
      async () => ({ items: await readServiceDays(pool, Math.floor(clock.nowMs() / dayMs) - serviceDays + 1) }),
      keptMs,
      clock,
    ),
  }
}

async function readOdds(pool: Database): Promise<Odds> {
  const [counted, bands, offers] = await Promise.all([readCounted(pool), readStakeBands(pool), readOffers(pool)])
  const { first_day: firstDay, last_day: lastDay, shard, leaf_index: index } = counted
  return {
    throughMs: lastDay === null ? null : (lastDay + 1) * dayMs,
    sinceMs: firstDay === null ? null : firstDay * dayMs,
    newestDay: shard === null || index === null ? null : { shard, index: Number(index) },
    minimums: minimumsOf(counted),
    spans: await Promise.all(spans.map((days) => readSpan(pool, { days, counted, bands, offers }))),
    offeredBreakEven: breakEvenOf(offers),
  }
}

async function readSpan(
  pool: Database,
  {
    days,
    counted,
    bands,
    offers,
  }: {
    readonly days: number
    readonly counted: Counted
    readonly bands: readonly bigint[]
    readonly offers: readonly OfferRow[]
  },
): Promise<Odds['spans'][number]> {
  const lastDay = counted.last_day ?? -1
  const span = { from: lastDay - days + 1, to: lastDay }
  const [groups, voids, acceptances, share] = await Promise.all([
    readGroups(pool, span),
    readVoids(pool, span),
    readAcceptances(pool, span),
    readShare(pool, lastDay, days),
  ])
  return oddsSpan({
    days,
    bands,
    groups,
    voids,
    acceptances,
    share: share ?? { customers: 0n, lost: 0n },
    durations: offers.map((offer) => offer.duration_slots),
    minimums: minimumsOf(counted),
  })
}

function minimumsOf(counted: Counted): Odds['minimums'] {
  return {
    customers: counted.min_customers,
    contracts: counted.min_contracts,
    groupContracts: counted.min_group_contracts,
    acceptedOrders: counted.min_accepted_orders,
  }
}
