import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames, FieldNote } from '@candor/ui'
import styles from './inputs.module.css'

interface Labelled {
  readonly label: string
  readonly error?: string | null | undefined
}

interface LabelledFieldProps extends Labelled {
  /** Draws the control with its id, and what its error asks of it. */
  readonly control: (attributes: {
    readonly id: string
    readonly 'aria-invalid': true | undefined
    readonly 'aria-describedby': string | undefined
  }) => ReactNode
}

/** A control below its label, above its error. */
function LabelledField({ label, error, control }: LabelledFieldProps) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {control({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? note : undefined })}
      <FieldNote id={note} error={error} />
    </div>
  )
}

export interface TextAreaProps extends Labelled {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly maxLength: number
}

/** Several lines of text with a visible label. */
export function TextArea({ label, value, onValue, error, maxLength }: TextAreaProps) {
  return (
    <LabelledField
      label={label}
      error={error}
      control={(attributes) => (
        <textarea
          {...attributes}
          rows={3}
          value={value}
          maxLength={maxLength}
          className={classNames(styles.input, error && styles.invalid)}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    />
  )
}

export interface TextInputProps extends TextAreaProps {
  readonly isMono?: boolean
}

/** One line of text with a visible label. */
export function TextInput({ label, value, onValue, error, maxLength, isMono = false }: TextInputProps) {
  return (
    <LabelledField
      label={label}
      error={error}
      control={(attributes) => (
        <input
          {...attributes}
          type="text"
          value={value}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          className={classNames(styles.input, isMono && styles.mono, error && styles.invalid)}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    />
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

/** A time in UTC, chosen in the browser's own calendar: "2026-03-01T12:30", or empty. */
export function TimeInput({ label, value, onValue }: DayInputProps) {
  return (
    <LabelledField
      label={label}
      control={(attributes) => (
        <input
          {...attributes}
          type="datetime-local"
          value={value}
          className={styles.input}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    />
  )
}

export interface SelectProps<Value extends string> extends Labelled {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onValue: (value: Value) => void
}

/** One of a few, as the browser's own list. */
export function Select<Value extends string>({ label, options, value, onValue, error }: SelectProps<Value>) {
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text)
    if (chosen) onValue(chosen.value)
  }
  return (
    <LabelledField
      label={label}
      error={error}
      control={(attributes) => (
        <select
          {...attributes}
          value={value}
          className={classNames(styles.input, error && styles.invalid)}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    />
  )
}
