import { useId, useState } from 'react'
import type { ChangeEvent, InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { EyeIcon, EyeSlashIcon } from './icons/account.ts'
import { WarningCircleIcon } from './icons/shell.ts'

export interface FieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'onChange' | 'value' | 'id' | 'size'
> {
  readonly label: ReactNode
  /** At the right of the label: a limit, a link, a countdown. */
  readonly aside?: ReactNode
  readonly hint?: ReactNode
  /** The error and how to correct it; marks the field as invalid. */
  readonly error?: string | null | undefined
  readonly value: string
  readonly onValue: (value: string, event: ChangeEvent<HTMLInputElement>) => void
  /** Inside the box, before the text. */
  readonly leading?: ReactNode
  /** Inside the box, after the text. */
  readonly trailing?: ReactNode
  /** Codes and addresses are set in the mono face. */
  readonly isMono?: boolean
}

/** A text field with a visible label, a hint, and an error that is tied to the input. */
export function Field(props: FieldProps) {
  const { label, aside, hint, error, value, onValue, leading, trailing, isMono = false, ...input } = props
  const id = useId()
  const hasNote = Boolean(error ?? hint)
  return (
    <div>
      <FieldLabel id={id} label={label} aside={aside} />
      <div className={classNames(styles.box, error && styles.invalid, input.disabled && styles.disabled)}>
        {leading}
        <input
          {...input}
          id={id}
          className={classNames(styles.input, isMono && styles.mono)}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value, event)}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasNote ? `${id}-note` : undefined}
        />
        {trailing}
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  )
}

export interface FieldLabelProps {
  /** Of the input. */
  readonly id: string
  readonly label: ReactNode
  readonly aside?: ReactNode
}

/** The line above a field: its label, and what is at the right of it. */
export function FieldLabel({ id, label, aside }: FieldLabelProps) {
  return (
    <div className={styles.labels}>
      <label htmlFor={id}>{label}</label>
      {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
    </div>
  )
}

export interface FieldNoteProps {
  readonly id: string
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
}

/** The line under a field: its error, or else its hint. */
export function FieldNote({ id, hint, error }: FieldNoteProps) {
  if (error) {
    return (
      <p id={id} className={classNames(styles.note, styles.noteError)}>
        <WarningCircleIcon size={16} />
        <span>{error}</span>
      </p>
    )
  }
  if (hint === undefined || hint === null) return null
  return (
    <p id={id} className={styles.note}>
      {hint}
    </p>
  )
}

export interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'trailing'> {
  readonly showLabel: string
  readonly hideLabel: string
}

/** A password field whose text can be shown. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className={styles.reveal}
          aria-label={isShown ? hideLabel : showLabel}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeIcon size={20} /> : <EyeSlashIcon size={20} />}
        </button>
      }
    />
  )
}
