import type { operatorMarkets, OutputOf } from '@candor/api/operator'
import { t } from '../../shared/i18n/index.ts'
import type { Market } from './stakes-model.ts'

type Source = OutputOf<typeof operatorMarkets>['feed']['sources'][number]

/** The age of a market's price: "11 ms", "14.2 s", or that the market is closed. */
export function ageLabel({ state, ageMs }: Pick<Market, 'state' | 'ageMs'>): string {
  if (state === 'closed' || ageMs === null) return t('risk.feed.closed')
  return spanLabel(ageMs)
}

/** Milliseconds below a second, else seconds with one decimal. */
export function spanLabel(spanMs: number): string {
  return spanMs < 1_000
    ? t('risk.feed.ms', { count: spanMs })
    : t('risk.feed.seconds', { count: (spanMs / 1_000).toFixed(1) })
}

/** A source's state, and how long it has been silent. */
export function sourceLabel({ state, lastTickAgeMs }: Source): string {
  const age = lastTickAgeMs === null ? null : spanLabel(lastTickAgeMs)
  return age === null ? t(`risk.feed.${state}`) : t('risk.feed.with', { state: t(`risk.feed.${state}`), age })
}
