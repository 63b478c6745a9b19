import { useId } from 'react'
import styles from './segmented.module.css'

export interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** Null when none is selected. */
  readonly value: Value | null
  readonly onValue: (value: Value) => void
}

/**
 * A choice of a few options, as real radio inputs: arrow keys and forms work natively. It is not made of `RadioGroup`,
 * which the first load of h5 does without.
 */
export function Segmented<Value extends string>({ label, options, value, onValue }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div className={styles.segmented} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
