import { RadioGroup } from './radio-group.tsx'
import styles from './segmented.module.css'

export interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** Null when none is selected. */
  readonly value: Value | null
  readonly onValue: (value: Value) => void
}

/** A choice of a few options, as real radio inputs: arrow keys and forms work natively. */
export function Segmented<Value extends string>(group: SegmentedProps<Value>) {
  return (
    <RadioGroup {...group} className={styles.segmented} optionClassName={styles.option} inputClassName={styles.input}>
      {(option) => <span className={styles.face}>{option.label}</span>}
    </RadioGroup>
  )
}
