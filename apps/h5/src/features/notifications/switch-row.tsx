import { useId } from 'react'
import styles from './switch-row.module.css'

export interface SwitchRowProps {
  readonly title: string
  readonly detail?: string
  readonly isOn: boolean
  readonly onToggle: () => void
}

/** A row of a list that is on or off, switched anywhere on it. */
export function SwitchRow({ title, detail, isOn, onToggle }: SwitchRowProps) {
  const id = useId()
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        <span id={id}>{title}</span>
        {detail === undefined ? null : (
          <span id={`${id}-detail`} className={styles.detail}>
            {detail}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-labelledby={id}
        aria-describedby={detail === undefined ? undefined : `${id}-detail`}
        aria-checked={isOn}
        checked={isOn}
        onChange={onToggle}
      />
    </label>
  )
}
