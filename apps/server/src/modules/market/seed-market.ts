import { sourceNames } from '@candor/proof/encoding'
import type { Clock } from '../../platform/clock.ts'
import { sourceCounts } from '../quote-feeds/index.ts'
import { longestSessionMs } from './calendar.ts'
import type { Instrument } from './catalogue.ts'
import { openingTerms } from './opening-terms.ts'
import { readCalendars, readSeedCatalogue } from './seed-files.ts'
import { insertSeed, showOnly } from './seed-store.ts'
import type { OwnerDatabase } from './seed-store.ts'

/** Slots are aligned with whole seconds, so that sessions begin and end with one. */
const genesisStepMs = 1_000

/**
 * Seeds genesis, the sources, the catalogue and its opening terms as the owner of the schemas. Idempotent: existing
 * instruments and terms stay unchanged, and changed terms become a new version. Returns the number of added terms.
 */
export async function seedMarket(
  owner: OwnerDatabase,
  clock: Clock,
  catalogue: readonly Instrument[] = readSeedCatalogue(),
): Promise<number> {
  const calendars = readCalendars()
  const counts = sourceCounts()
  return insertSeed(owner, {
    genesisMs: Math.floor(clock.nowMs() / genesisStepMs) * genesisStepMs,
    catalogue,
    sources: sourceNames,
    termsOf: (instrument) =>
      openingTerms(instrument, {
        longestSessionMs: sessionOf(instrument, calendars),
        sourceCount: counts.get(instrument.symbol) ?? 0,
      }),
  })
}

function sessionOf(instrument: Instrument, calendars: ReturnType<typeof readCalendars>): number {
  const calendar = calendars.get(instrument.calendarId)
  if (calendar === undefined)
    throw new Error(`${instrument.symbol} names the unknown calendar ${instrument.calendarId}`)
  return longestSessionMs(calendar)
}

/** Hides the instruments whose symbols are not offered; those that the catalogue hides stay hidden. */
export async function offerInstruments(owner: OwnerDatabase, offered: ReadonlySet<string>): Promise<void> {
  const shown = readSeedCatalogue().filter(({ symbol, isHidden }) => !isHidden && offered.has(symbol))
  await showOnly(
    owner,
    shown.map(({ symbol }) => symbol),
  )
}
