import { ChipRadios } from './chip-radios/index.ts'

export interface FilterChipsProps<Value extends string> {
  readonly label: string
  /** The label of the first chip, which filters nothing. */
  readonly all: string
  readonly values: readonly Value[]
  readonly labelOf: (value: Value) => string
  /** Null: all. */
  readonly value: Value | null
  readonly onValue: (value: Value | null) => void
}

/** The filter of a list as chips: everything, or one of a few. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, all, values, labelOf, value, onValue } = props
  return (
    <ChipRadios
      look="filled"
      label={label}
      options={[{ value: 'all', label: all }, ...values.map((one) => ({ value: one, label: labelOf(one) }))]}
      value={value ?? 'all'}
      onValue={(chosen) => onValue(values.find((known) => known === chosen) ?? null)}
    />
  )
}
