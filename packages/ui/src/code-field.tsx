import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './code-field.module.css'
import { FieldLabel, FieldNote } from './field.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface CodeFieldProps {
  readonly label: string
  readonly aside?: ReactNode
  readonly value: string
  readonly onValue: (value: string) => void
  readonly onBlur?: () => void
  readonly error?: string | null | undefined
  /** Spoken as the boxes fill: "3 of 6". */
  readonly progress: string
  /** Digits only (codes from e-mails), or letters and digits (pictures). */
  readonly kind: 'digits' | 'characters'
  readonly length?: number
}

/** Six boxes over one real input, so that paste, one-time-code autofill and assistive technology work. */
export function CodeField({ label, aside, value, onValue, onBlur, error, progress, kind, length = 6 }: CodeFieldProps) {
  const id = useId()
  const isDigits = kind === 'digits'
  const clean = (text: string) => text.replace(isDigits ? /\D/g : /[^0-9a-z]/gi, '').slice(0, length)
  return (
    <div>
      <FieldLabel id={id} label={label} aside={aside} />
      <div className={styles.field}>
        <input
          id={id}
          className={styles.input}
          value={value}
          onChange={(event) => onValue(clean(event.currentTarget.value))}
          onBlur={onBlur}
          inputMode={isDigits ? 'numeric' : 'text'}
          autoComplete={isDigits ? 'one-time-code' : 'off'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
        />
        <Boxes value={value} length={length} isInvalid={Boolean(error)} />
      </div>
      <VisuallyHidden>
        <span role="status">{value === '' ? '' : progress}</span>
      </VisuallyHidden>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}

function Boxes({
  value,
  length,
  isInvalid,
}: {
  readonly value: string
  readonly length: number
  readonly isInvalid: boolean
}) {
  const current = Math.min(value.length, length - 1)
  return (
    <div className={classNames(styles.boxes, isInvalid && styles.invalid)} aria-hidden="true">
      {Array.from({ length }, (_, index) => (
        <span key={index} className={classNames(styles.box, index === current && styles.current)}>
          {value[index] ?? ''}
        </span>
      ))}
    </div>
  )
}
