import { RadioGroup } from '@candor/ui'
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
export function ChipRadios(group: ChipRadiosProps) {
  return (
    <RadioGroup {...group} className={styles.chips} optionClassName={styles.chip}>
      {(option) => <span>{option.label}</span>}
    </RadioGroup>
  )
}
