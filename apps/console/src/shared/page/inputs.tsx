import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames, FieldNote } from '@candor/ui'
import styles from './inputs.module.css'

interface Labelled {
  readonly label: string
  readonly error?: string | null | undefined
}

interface LabelledFieldProps extends Labelled {
  readonly value: string
  readonly onValue: (value: string) => void
  /** Draws the control with its value, and what its label and its error ask of it. */
  readonly control: (attributes: {
    readonly id: string
    readonly className: string
    readonly value: string
    readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
    readonly 'aria-invalid': true | undefined
    readonly 'aria-describedby': string | undefined
  }) => ReactNode
}

/** A control below its label, above its error. */
function LabelledField({ label, error, value, onValue, control }: LabelledFieldProps) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {control({
        id,
        className: classNames(styles.input, error && styles.invalid),
        value,
        onChange: (event) => onValue(event.currentTarget.value),
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? note : undefined,
      })}
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
export function TextArea({ maxLength, ...field }: TextAreaProps) {
  return (
    <LabelledField {...field} control={(attributes) => <textarea {...attributes} rows={3} maxLength={maxLength} />} />
  )
}

export interface TextInputProps extends TextAreaProps {
  readonly isMono?: boolean
}

/** One line of text with a visible label. */
export function TextInput({ maxLength, isMono = false, ...field }: TextInputProps) {
  return (
    <LabelledField
      {...field}
      control={({ className, ...attributes }) => (
        <input
          {...attributes}
          type="text"
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          className={classNames(className, isMono && styles.mono)}
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
export function DayInput(field: DayInputProps) {
  return <LabelledField {...field} control={(attributes) => <input {...attributes} type="date" />} />
}

/** A time in UTC, chosen in the browser's own calendar: "2026-03-01T12:30", or empty. */
export function TimeInput(field: DayInputProps) {
  return <LabelledField {...field} control={(attributes) => <input {...attributes} type="datetime-local" />} />
}

export interface SelectProps<Value extends string> extends Labelled {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onValue: (value: Value) => void
}

/** One of a few, as the browser's own list. */
export function Select<Value extends string>({ options, onValue, ...field }: SelectProps<Value>) {
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text)
    if (chosen) onValue(chosen.value)
  }
  return (
    <LabelledField
      {...field}
      onValue={choose}
      control={(attributes) => (
        <select {...attributes}>
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
