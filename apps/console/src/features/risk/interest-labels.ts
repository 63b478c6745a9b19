import { dayMs } from '@candor/formulas'
import { formatPercent } from '@candor/ui/format'
import { locale, money, t } from '../../shared/i18n/index.ts'
import { interestFields } from './interest-model.ts'
import type { InterestField, WantedInterest } from './interest-model.ts'
import { yesLabel } from './proposal-labels.ts'
import type { ChangeLabels } from './proposal-labels.ts'
import { durationLabel } from './terms-labels.ts'

/** A product's name: "USDT, 7 days". */
export function productLabel({ asset, durationMs }: { readonly asset: string; readonly durationMs: number }): string {
  const duration =
    durationMs % dayMs === 0 ? t('risk.duration.days', { count: durationMs / dayMs }) : durationLabel(durationMs)
  return t('risk.interest.of', { asset, duration })
}

/** Millionths as a percentage: 200 is "0.0200%". */
export function rateLabel(ppm: number): string {
  return formatPercent(locale, (ppm / 10_000).toFixed(4), { decimals: 4 })
}

function fieldLabel(version: WantedInterest, field: InterestField): string {
  switch (field) {
    case 'isOpen':
      return yesLabel(version.isOpen)
    case 'dailyRatePpm':
      return rateLabel(version.dailyRatePpm)
    case 'min':
    case 'max':
      return money(version[field])
  }
}

/** The fields that a proposed version can change. */
export const interestChanges: ChangeLabels<InterestField, WantedInterest> = {
  fields: interestFields,
  nameOf: (field) => t(`risk.interest.field.${field}`),
  valueOf: fieldLabel,
}
