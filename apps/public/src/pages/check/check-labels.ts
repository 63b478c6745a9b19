import { formatDecimal } from '@candor/money'
import type { SourceName } from '@candor/proof/encoding'
import { formatCount, formatPrice } from '@candor/ui/format'
import type { Texts } from '../../shared/i18n/index.ts'

/** "14:11:08.0": UTC, with the half second. */
export function utcTenths(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 21)
}

/** "14:11:08": UTC. */
export function utcSeconds(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19)
}

/** The UTC day in the language's form: "20 Nov 2025". */
export function utcDay(locale: string, atMs: number): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(atMs)
}

/** A price in units of 10^-decimals. */
export function priceText(locale: string, units: bigint, decimals: number): string {
  return formatPrice(locale, formatDecimal(units, decimals))
}

/** Slots in full, with separators. */
export function slotText(locale: string, slot: number): string {
  return formatCount(locale, slot)
}

/** The text that names a contract's result. */
export function resultKey(name: string) {
  return name === 'won' ? 'check.won' : name === 'lost' ? 'check.lost' : name === 'tie' ? 'check.tie' : 'check.void'
}

/** How sources call themselves. */
const sourceTitles = {
  kraken: 'Kraken',
  binance: 'Binance',
  coinbase: 'Coinbase',
  oanda: 'OANDA',
  'twelve-data': 'Twelve Data',
} as const satisfies Partial<Record<SourceName, string>>

/** The name of a source; what was simulated or replayed is called so. */
export function sourceText(t: Texts['t'], name: SourceName): string {
  return name === 'simulated' || name === 'replay' ? t(`check.source.${name}`) : sourceTitles[name]
}
