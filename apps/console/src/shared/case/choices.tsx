import { useId } from 'react'
import { KeyHint } from '../navigation/index.ts'
import styles from './choices.module.css'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hotkey: string
  /** Why it cannot be chosen; it can where there is none. */
  readonly obstacle?: string | undefined
}

export interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly choices: readonly Choice<Value>[]
  readonly value: Value | null
  readonly onValue: (value: Value) => void
}

/** The decisions that a case allows, each with its key. */
export function Choices<Value extends string>({ label, choices, value, onValue }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <div className={styles.choices} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            disabled={choice.obstacle !== undefined}
            onChange={() => onValue(choice.value)}
            aria-keyshortcuts={choice.hotkey}
          />
          <span>
            {choice.label}
            {choice.obstacle === undefined ? null : <small>{choice.obstacle}</small>}
          </span>
          {choice.obstacle === undefined ? <KeyHint name={choice.hotkey} /> : null}
        </label>
      ))}
    </div>
  )
}
