import { t } from '../../shared/i18n/index.ts'
import { Select, TextInput } from '../../shared/page/index.ts'

export interface YesNoProps {
  readonly label: string
  readonly value: boolean
  readonly onValue: (value: boolean) => void
}

/** Yes or no, chosen from a list. */
export function YesNo({ label, value, onValue }: YesNoProps) {
  return (
    <Select
      label={label}
      value={value ? 'yes' : 'no'}
      onValue={(chosen) => onValue(chosen === 'yes')}
      options={(['yes', 'no'] as const).map((option) => ({ value: option, label: t(`risk.${option}`) }))}
    />
  )
}

export interface TypedFieldsProps<Field extends string> {
  readonly fields: readonly { readonly field: Field; readonly label: string }[]
  readonly form: Readonly<Record<Field, string>>
  readonly onValue: (field: Field, text: string) => void
}

/** A column of number fields. */
export function TypedFields<Field extends string>({ fields, form, onValue }: TypedFieldsProps<Field>) {
  return fields.map(({ field, label }) => (
    <TextInput key={field} label={label} value={form[field]} onValue={(text) => onValue(field, text)} maxLength={19} />
  ))
}
