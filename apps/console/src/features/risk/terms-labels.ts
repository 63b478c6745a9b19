import { formatPercent } from '@candor/ui/format'
import { locale, money, t } from '../../shared/i18n/index.ts'
import { yesLabel } from './proposal-labels.ts'
import type { ChangeLabels } from './proposal-labels.ts'
import { durationUnit, termsFields } from './terms-model.ts'
import type { TermsField, WantedTerms } from './terms-model.ts'

/** A duration as text: "30 s", "5 min". */
export function durationLabel(durationMs: number): string {
  const { unit, count } = durationUnit(durationMs)
  return t(`risk.duration.${unit}`, { count })
}

/** Basis points as a percentage: 8500 is "85.00%". */
export function bpsLabel(bps: number): string {
  return formatPercent(locale, (bps / 100).toFixed(2), { decimals: 2 })
}

/** The windows of terms in slots: "10 + 20". */
export function windowsLabel({ entryWindowSlots, exitWindowSlots }: WantedTerms): string {
  return `${entryWindowSlots} + ${exitWindowSlots}`
}

/** One field of terms as it is read. */
function fieldLabel(terms: WantedTerms, field: TermsField): string {
  switch (field) {
    case 'isOffered':
      return yesLabel(terms.isOffered)
    case 'feeBps':
    case 'payoutBps':
      return bpsLabel(terms[field])
    case 'stakeMin':
    case 'stakeMax':
    case 'maxOpenPayout':
      return money(terms[field])
    case 'entryWindowSlots':
    case 'exitWindowSlots':
      return String(terms[field])
  }
}

/** The fields that proposed contract terms can change. */
export const termsChanges: ChangeLabels<TermsField, WantedTerms> = {
  fields: termsFields,
  nameOf: (field) => t(`risk.field.${field}`),
  valueOf: fieldLabel,
}
