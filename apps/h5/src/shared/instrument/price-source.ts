import type { InstrumentView } from '@candor/contract'
import type { MessageKey } from '../i18n/index.ts'

type SourceKind = InstrumentView['source']

/** The label over a list of prices: what all of them are, or that they differ; null where all are live. */
export function sourceLabel(sources: readonly SourceKind[]): MessageKey | null {
  const kinds = new Set(sources)
  if (kinds.size > 1) return 'instrument.source.mixed'
  if (kinds.has('simulated')) return 'instrument.source.simulated'
  return kinds.has('replay') ? 'instrument.source.replay' : null
}

/** The label beside a single price in a mixed list; null for a live one. */
export function shortSourceLabel(source: SourceKind): MessageKey | null {
  if (source === 'simulated') return 'instrument.source.simulated.short'
  return source === 'replay' ? 'instrument.source.replay.short' : null
}
