import { useEffect, useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldNote } from './field.tsx'
import { BackspaceIcon } from './icons/payment.ts'
import styles from './pin-pad.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

const length = 6
const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] as const

export interface PinPadProps {
  /** The name of the field: "Payment password". */
  readonly label: string
  readonly value: string
  /** Called on every change; after the sixth digit the caller decides how to continue. */
  readonly onValue: (value: string) => void
  /** Spoken as the boxes fill: "3 of 6". */
  readonly progress: string
  readonly deleteLabel: string
  readonly error?: string | null | undefined
  /** Between the boxes and the keys: a link for customers who forgot it. */
  readonly aside?: ReactNode
  /** Accepts no digits while busy. */
  readonly isBusy?: boolean
}

/**
 * Six hidden digits with keys of their own, so that no keyboard covers the amount being paid. One real input lies
 * behind the boxes: a keyboard, a screen reader and paste work as in any field, and digits typed anywhere in the layer
 * count as well.
 */
export function PinPad({ label, value, onValue, progress, deleteLabel, error, aside, isBusy = false }: PinPadProps) {
  const id = useId()
  const change = (next: string) => {
    if (!isBusy) onValue(next.replace(/\D/g, '').slice(0, length))
  }
  useTypedDigits((key) => change(key === 'Backspace' ? value.slice(0, -1) : value + key))
  return (
    <div>
      <div className={styles.field}>
        <input
          id={id}
          type="password"
          className={styles.input}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          inputMode="none"
          autoComplete="off"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
        />
        <div className={classNames(styles.boxes, error && styles.invalid)} aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              className={classNames(
                styles.box,
                index < value.length && styles.filled,
                index === value.length && styles.current,
              )}
            />
          ))}
        </div>
      </div>
      <VisuallyHidden>
        <span role="status">{value === '' ? '' : progress}</span>
      </VisuallyHidden>
      <div className={styles.note}>
        <FieldNote id={`${id}-note`} error={error} />
      </div>
      {aside === undefined ? null : <div className={styles.aside}>{aside}</div>}
      <div className={styles.keys}>
        {rows.map((digit) => (
          <button
            key={digit}
            type="button"
            className={classNames(styles.key, digit === 0 && styles.zero)}
            onClick={() => change(`${value}${digit}`)}
          >
            {digit}
          </button>
        ))}
        <button
          type="button"
          className={styles.key}
          aria-label={deleteLabel}
          onClick={() => change(value.slice(0, -1))}
        >
          <BackspaceIcon size={28} />
        </button>
      </div>
    </div>
  )
}

/** Digits and Backspace that are typed while no field has the focus. */
function useTypedDigits(onKey: (key: string) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isInField = event.target instanceof HTMLInputElement
      if (isInField || event.ctrlKey || event.metaKey || event.altKey || !/^(\d|Backspace)$/.test(event.key)) return
      event.preventDefault()
      onKey(event.key)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onKey])
}
