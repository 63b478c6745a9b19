import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { FieldLabel, FieldNote } from './field.tsx'
import { CaretDownIcon } from './icons/trade.ts'

export interface SelectFieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  /** Shown while nothing is selected. */
  readonly placeholder: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Empty while nothing is selected. */
  readonly value: string
  readonly onValue: (value: string) => void
  readonly onBlur?: () => void
  readonly autoComplete?: string
}

/** One choice of many: the browser's own list, which phones show full size and keyboards search. */
export function SelectField({
  label,
  hint,
  error,
  placeholder,
  options,
  value,
  onValue,
  onBlur,
  autoComplete,
}: SelectFieldProps) {
  const id = useId()
  const hasNote = Boolean(error ?? hint)
  return (
    <div>
      <FieldLabel id={id} label={label} />
      <div className={classNames(styles.box, styles.selectBox, error && styles.invalid)}>
        <select
          id={id}
          className={classNames(styles.input, styles.select, value === '' && styles.unchosen)}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
          onBlur={onBlur}
          autoComplete={autoComplete}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasNote ? `${id}-note` : undefined}
        >
          <option value="" disabled>
            {placeholder}
          </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <CaretDownIcon size={16} />
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  )
}
