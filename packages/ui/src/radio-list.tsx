import type { ReactNode } from 'react'
import { CheckBoldIcon } from './icons/account.ts'
import { RadioGroup } from './radio-group.tsx'
import styles from './radio-list.module.css'

export interface RadioOption<Value extends string> {
  readonly value: Value
  readonly title: string
  /** Language of the title, where it is not the page's. */
  readonly titleLang?: string
  readonly detail?: ReactNode
  readonly sample?: ReactNode
}

export interface RadioListProps<Value extends string> {
  readonly label: string
  readonly options: readonly RadioOption<Value>[]
  readonly value: Value
  readonly onValue: (value: Value) => void
}

/** A card of choices, one checked, as real radio inputs. */
export function RadioList<Value extends string>({ options, value, ...group }: RadioListProps<Value>) {
  return (
    <RadioGroup
      {...group}
      className={styles.list}
      optionClassName={styles.row}
      inputClassName={styles.input}
      options={options}
      value={value}
    >
      {(option) => (
        <>
          <span className={styles.words}>
            <span className={styles.title} lang={option.titleLang}>
              {option.title}
            </span>
            {option.detail === undefined ? null : <span className={styles.detail}>{option.detail}</span>}
          </span>
          {option.sample === undefined ? null : <span className={styles.sample}>{option.sample}</span>}
          <span className={styles.check}>{option.value === value ? <CheckBoldIcon size={20} /> : null}</span>
        </>
      )}
    </RadioGroup>
  )
}
