import { operatorPriceLog } from '@candor/api/operator'
import type { OutputOf } from '@candor/api/operator'
import { dayMs } from '@candor/formulas'
import type { Clock } from '../../platform/clock.ts'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { countDifferences } from './differences-store.ts'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import { independentOf, lastDaySlots, missingSlots, mostUnsignedMs, treeOf } from './log-state.ts'
import { readSlowestSigned } from './log-state-store.ts'
import { readFrameBounds, readGaps, readPublishedMs } from './ticks-store.ts'
import { readWitnessView } from './witness-view.ts'

type PriceLog = OutputOf<typeof operatorPriceLog>

/** Serves the state of the logs to operators, from the database. */
export function logOperatorRoutes(pool: Database, clock: Clock): Route[] {
  return [route(operatorPriceLog, async () => ok(await readState(pool, clock.nowMs())))]
}

async function readState(pool: Database, atMs: number): Promise<PriceLog> {
  const [ticks, events, missing, slowestTodayMs, witnesses, differences] = await Promise.all([
    readGuards(pool, 'ticks'),
    readGuards(pool, 'events'),
    readMissing(pool, atMs),
    readSlowestSigned(pool, Math.floor(atMs / dayMs)),
    readWitnessView(pool, atMs),
    countDifferences(pool),
  ])
  return {
    atMs,
    trees: [...treeOf('ticks', ticks), ...treeOf('events', events)],
    lagMs: await readLag(pool, ticks.at(-1), atMs),
    alarmMs: mostUnsignedMs,
    slowestTodayMs,
    differences,
    missing,
    witnesses: independentOf(witnesses),
  }
}

async function readMissing(pool: Database, nowMs: number): Promise<PriceLog['missing']> {
  const bounds = await readFrameBounds(pool)
  const span = bounds === null ? null : lastDaySlots(bounds, nowMs)
  if (span === null) return { slots: 0, of: 0 }
  return { slots: missingSlots(span, await readGaps(pool, span)), of: span.before - span.from }
}

/** The age of the oldest stored frame that is not sealed. */
async function readLag(pool: Database, newest: Guard | undefined, nowMs: number): Promise<number | null> {
  if (newest === undefined || newest.firstSlot === null || newest.signedMs === null) return null
  const publishedMs = await readPublishedMs(pool, newest.firstSlot + newest.size)
  return publishedMs === null ? 0 : Math.max(0, nowMs - publishedMs)
}
