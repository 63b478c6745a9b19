import { RadioGroup } from '@candor/ui'
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
export function Choices<Value extends string>({ choices, ...group }: ChoicesProps<Value>) {
  return (
    <RadioGroup
      {...group}
      className={styles.choices}
      optionClassName={styles.choice}
      options={choices}
      inputOf={({ hotkey, obstacle }) => ({ disabled: obstacle !== undefined, 'aria-keyshortcuts': hotkey })}
    >
      {({ label, hotkey, obstacle }) => (
        <>
          <span>
            {label}
            {obstacle === undefined ? null : <small>{obstacle}</small>}
          </span>
          {obstacle === undefined ? <KeyHint name={hotkey} /> : null}
        </>
      )}
    </RadioGroup>
  )
}
