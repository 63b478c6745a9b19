import { useId } from 'react'
import styles from './chip-radios.module.css'

export interface ChipRadiosProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string | null
  readonly onValue: (value: string) => void
  /** `filled` for the actual choice, `outlined` for shortcuts to a value shown elsewhere. */
  readonly look: 'filled' | 'outlined'
}

/** One choice of a few as chips: real radio inputs, so that arrow keys work. */
export function ChipRadios({ label, options, value, onValue, look }: ChipRadiosProps) {
  const name = useId()
  return (
    <div className={styles.chips} role="radiogroup" aria-label={label} data-look={look}>
      {options.map((option) => (
        <label key={option.value} className={styles.chip}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onValue(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
