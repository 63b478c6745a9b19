import { t } from '../../shared/i18n/index.ts'
import { Select, TextInput } from '../../shared/page/index.ts'
import type { BoundInput } from '../../shared/page/index.ts'

export interface YesNoProps extends BoundInput<boolean> {
  readonly label: string
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
  readonly bind: (field: Field) => BoundInput<string>
}

/** A column of number fields. */
export function TypedFields<Field extends string>({ fields, bind }: TypedFieldsProps<Field>) {
  return fields.map(({ field, label }) => <TextInput key={field} {...bind(field)} label={label} maxLength={19} />)
}
