import { t } from '../../shared/i18n/index.ts'
import { changesIn } from '../../shared/approval/index.ts'

type Values<Field extends string> = Readonly<Record<Field, string | number | boolean>>

/** The changeable fields of a kind of proposals, with their labels and formats. */
export interface ChangeLabels<Field extends string, Wanted extends Values<Field>> {
  readonly fields: readonly Field[]
  readonly nameOf: (field: Field) => string
  readonly valueOf: (version: Wanted, field: Field) => string
}

/** The changes, one sentence each: "payout: 85.00% → 80.00%". */
export function changeLabels<Field extends string, Wanted extends Values<Field>>(
  { fields, nameOf, valueOf }: ChangeLabels<Field, Wanted>,
  current: Wanted | null,
  wanted: Wanted,
): readonly string[] {
  return changesIn(fields, current, wanted).map((field) =>
    t('risk.change', {
      name: nameOf(field),
      from: current === null ? '–' : valueOf(current, field),
      to: valueOf(wanted, field),
    }),
  )
}

/** Yes or no, as text. */
export function yesLabel(isSo: boolean): string {
  return t(isSo ? 'risk.yes' : 'risk.no')
}

/** The error of a proposal before it is sent. */
export function faultLabel(fault: 'number' | 'same' | 'note' | null): string | null {
  if (fault === 'note') return t('shared.reason.short')
  return fault && t(`shared.proposal.${fault}`)
}
