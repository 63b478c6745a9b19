import { candleIntervals } from '@candor/api'
import type { CandleInterval } from '@candor/api'
import { storedValue } from '@candor/client'
import { indicatorNames } from '@candor/ui'
import type { IndicatorName } from '@candor/ui'

export type ChartKind = 'candles' | 'line'

/** The customer's last chart settings, kept for every instrument and the next visit. */
export const lastInterval = storedValue<CandleInterval>({
  key: 'candor.chart.interval',
  parse: (text) => candleIntervals.find((known) => known === text) ?? null,
  fallback: '1m',
})
export const lastKind = storedValue<ChartKind>({
  key: 'candor.chart.kind',
  parse: (text) => (text === 'line' || text === 'candles' ? text : null),
  fallback: 'candles',
})
const lastIndicators = storedValue<string>({
  key: 'candor.chart.indicators',
  parse: (text) => indicatorsIn(text).join(','),
  fallback: '',
})

/** Parses a list of indicators, in their own order; unknown names are ignored. */
export function indicatorsIn(text: string): readonly IndicatorName[] {
  const named = text.split(',')
  return indicatorNames.filter((name) => named.includes(name))
}

/** The indicators of the last visit; none at first. */
export function rememberedIndicators(): readonly IndicatorName[] {
  return indicatorsIn(lastIndicators.get())
}

export function rememberIndicators(names: readonly IndicatorName[]): void {
  lastIndicators.set(names.join(','))
}
