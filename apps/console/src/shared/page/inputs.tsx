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
export function TextArea({ value, onValue, maxLength, ...field }: TextAreaProps) {
  return (
    <LabelledField
      {...field}
      control={(attributes) => (
        <textarea
          {...attributes}
          rows={3}
          value={value}
          maxLength={maxLength}
          className={classNames(styles.input, field.error && styles.invalid)}
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
export function TextInput({ value, onValue, maxLength, isMono = false, ...field }: TextInputProps) {
  return (
    <LabelledField
      {...field}
      control={(attributes) => (
        <input
          {...attributes}
          type="text"
          value={value}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          className={classNames(styles.input, isMono && styles.mono, field.error && styles.invalid)}
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
export function DayInput(props: DayInputProps) {
  return <CalendarInput type="date" {...props} />
}

/** A time in UTC, chosen in the browser's own calendar: "2026-03-01T12:30", or empty. */
export function TimeInput(props: DayInputProps) {
  return <CalendarInput type="datetime-local" {...props} />
}

interface CalendarInputProps extends DayInputProps {
  readonly type: 'date' | 'datetime-local'
}

function CalendarInput({ type, value, onValue, ...field }: CalendarInputProps) {
  return (
    <LabelledField
      {...field}
      control={(attributes) => (
        <input
          {...attributes}
          type={type}
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
export function Select<Value extends string>({ options, value, onValue, ...field }: SelectProps<Value>) {
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text)
    if (chosen) onValue(chosen.value)
  }
  return (
    <LabelledField
      {...field}
      control={(attributes) => (
        <select
          {...attributes}
          value={value}
          className={classNames(styles.input, field.error && styles.invalid)}
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

export interface OptionalSelectProps<Value extends string> extends Labelled {
  /** What the list says before one is chosen. */
  readonly none: string
  readonly values: readonly Value[]
  readonly labelOf: (value: Value) => string
  readonly value: Value | null
  readonly onValue: (value: Value | null) => void
}

/** One of a few, or none. */
export function OptionalSelect<Value extends string>(props: OptionalSelectProps<Value>) {
  const { none, values, labelOf, value, onValue, ...field } = props
  return (
    <Select
      {...field}
      value={value ?? ''}
      onValue={(chosen) => onValue(chosen === '' ? null : chosen)}
      options={[{ value: '' as const, label: none }, ...values.map((one) => ({ value: one, label: labelOf(one) }))]}
    />
  )
}
