import { useId } from 'react'
import { classNames, FieldNote } from '@candor/ui'
import styles from './inputs.module.css'

interface Labelled {
  readonly label: string
  readonly error?: string | null
}

export interface TextAreaProps extends Labelled {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly maxLength: number
}

/** Several lines of text with a visible label. */
export function TextArea({ label, value, onValue, error, maxLength }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        value={value}
        maxLength={maxLength}
        className={classNames(styles.input, error && styles.invalid)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}

export interface TextInputProps extends TextAreaProps {
  readonly isMono?: boolean
}

/** One line of text with a visible label. */
export function TextInput({ label, value, onValue, error, maxLength, isMono = false }: TextInputProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        className={classNames(styles.input, isMono && styles.mono, error && styles.invalid)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}

export interface DayInputProps extends Labelled {
  /** "2026-03-01", or empty. */
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A day, chosen in the browser's own calendar. */
export function DayInput({ label, value, onValue }: DayInputProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        className={styles.input}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    </div>
  )
}

export interface SelectProps<Value extends string> extends Labelled {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onValue: (value: Value) => void
}

/** One of a few, as the browser's own list. */
export function Select<Value extends string>({ label, options, value, onValue, error }: SelectProps<Value>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        className={classNames(styles.input, error && styles.invalid)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value)
          if (chosen) onValue(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
