import type { InstrumentView } from '@candor/api'
import type { MessageKey, Texts } from '../i18n/index.ts'

type SourceKind = InstrumentView['source']

/** The label over a list of prices: their common source, or that they differ; null when all are live. */
export function sourceLabel(sources: readonly SourceKind[]): MessageKey | null {
  const kinds = new Set(sources)
  if (kinds.size > 1) return 'instrument.source.mixed'
  if (kinds.has('simulated')) return 'instrument.source.simulated'
  if (kinds.has('indicative')) return 'instrument.source.indicative'
  return kinds.has('replay') ? 'instrument.source.replay' : null
}

/** The label beside a single price in a mixed list; null for a live one. */
export function shortSourceLabel(source: SourceKind): MessageKey | null {
  if (source === 'simulated') return 'instrument.source.simulated.short'
  if (source === 'indicative') return 'instrument.source.indicative.short'
  return source === 'replay' ? 'instrument.source.replay.short' : null
}

/** How sources call themselves. */
const sourceNames: Readonly<Record<string, string>> = {
  kraken: 'Kraken',
  binance: 'Binance',
  coinbase: 'Coinbase',
  oanda: 'OANDA',
  'twelve-data': 'Twelve Data',
}

/** The source of one instrument's prices: its kind, or the live sources by name with the price's basis. */
export function sourceText({ t }: Texts, instrument: Pick<InstrumentView, 'source' | 'sources' | 'basis'>): string {
  const label = sourceLabel([instrument.source])
  if (label !== null && instrument.source !== 'indicative') return t(label)
  const names = instrument.sources.map((name) => sourceNames[name] ?? name).join(', ')
  const what = instrument.basis === 'own' ? [] : [t(`instrument.basis.${instrument.basis}`)]
  return [t(label ?? 'instrument.source.live'), ...what, ...(names === '' ? [] : [names])].join(' · ')
}
