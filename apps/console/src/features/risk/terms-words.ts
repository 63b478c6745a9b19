import { formatPercent } from '@candor/ui/format'
import type { TermsVersion } from '@candor/contract/operator'
import { money } from '../../shared/format/index.ts'
import { locale, t } from '../../shared/i18n/index.ts'
import { changesOf, durationUnit } from './terms-model.ts'
import type { TermsField, WantedTerms } from './terms-model.ts'

/** A duration in words: "30 s", "5 min". */
export function durationWords(durationMs: number): string {
  const { unit, count } = durationUnit(durationMs)
  return t(`risk.duration.${unit}`, { count })
}

/** Basis points as a percentage: 8500 is "85.00%". */
export function bpsWords(bps: number): string {
  return formatPercent(locale, (bps / 100).toFixed(2), { decimals: 2 })
}

/** One field of terms as it is read. */
export function fieldWords(terms: WantedTerms, field: TermsField): string {
  switch (field) {
    case 'isOffered':
      return t(terms.isOffered ? 'risk.yes' : 'risk.no')
    case 'feeBps':
    case 'payoutBps':
      return bpsWords(terms[field])
    case 'stakeMin':
    case 'stakeMax':
    case 'maxOpenPayout':
      return money(terms[field])
  }
}

/** What would change: "payout: 85.00% → 80.00%". */
export function changeWords(current: TermsVersion | null, wanted: WantedTerms): readonly string[] {
  return changesOf(current, wanted).map((field) =>
    t('risk.change', {
      name: t(`risk.field.${field}`),
      from: current === null ? '–' : fieldWords(current, field),
      to: fieldWords(wanted, field),
    }),
  )
}
