import { formatUnits } from '@candor/money'
import { formatMoney, formatTime, formatWeekdayTime } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import type { ContractSummary } from './contract-form-model.ts'
import type { BuyObstacle } from './contract-gate-model.ts'

/** Why buying is disabled, in the customer's language: what happened and what to do. */
export function obstacleText(
  { t, locale }: Texts,
  obstacle: BuyObstacle,
  summary: ContractSummary,
  asset: string,
): string {
  switch (obstacle.kind) {
    case 'loading':
      return t('contract.obstacle.loading')
    case 'offline':
      return t('contract.obstacle.offline')
    case 'halted':
      return t('contract.obstacle.halted')
    case 'closed':
      return obstacle.opensMs === null
        ? t('contract.obstacle.closed')
        : t('contract.obstacle.closedUntil', { time: formatWeekdayTime(locale, obstacle.opensMs) })
    case 'stale':
      return t('contract.obstacle.stale', { time: formatTime(locale, obstacle.sinceMs, { hasSeconds: true }) })
    case 'not-offered':
      return t('contract.obstacle.notOffered')
    case 'odds-disagree':
      return t('contract.obstacle.oddsDisagree')
    case 'past-close':
      return t('contract.obstacle.pastClose', { time: formatTime(locale, obstacle.closesMs) })
    case 'stake':
      return t(`contract.stake.error.${obstacle.error}`, { amount: stakeBound(locale, obstacle.error, summary, asset) })
  }
}

function stakeBound(
  locale: string,
  error: Extract<BuyObstacle, { kind: 'stake' }>['error'],
  summary: ContractSummary,
  asset: string,
): string {
  if (error === 'insufficient-balance') return asset
  const bound = error === 'below-minimum' ? summary.limits?.minUnits : summary.limits?.maxUnits
  return bound === undefined ? '' : formatMoney(locale, formatUnits(bound), asset)
}
