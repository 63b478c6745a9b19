import { useId } from 'react'
import type { ReactNode } from 'react'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import styles from './amount-entry.module.css'
import { longestAmount, useAmountInput } from './amount-input/index.ts'

export interface AmountEntryProps {
  /** The number's label: "Amount in USDT". */
  readonly label: string
  readonly text: string
  readonly asset: string
  readonly onText: (text: string) => void
  /** Under the number: the available balance. */
  readonly note: string
  /** Beside the note: "Use all". */
  readonly action?: ReactNode
  readonly error: string | null
}

/** The amount, large and centred, with the available balance below. */
export function AmountEntry({ label, text, asset, onText, note, action, error }: AmountEntryProps) {
  const id = useId()
  const input = useAmountInput(text, onText)
  return (
    <div className={styles.entry}>
      <label htmlFor={id} className={styles.hero} data-length={lengthOf(input.value)}>
        <input
          id={id}
          className={styles.amount}
          style={{ width: `${Math.max(1, widthOf(input.value))}ch` }}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          maxLength={longestAmount}
          aria-label={label}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={`${id}-note`}
          {...input}
        />
        <span className={styles.asset} aria-hidden="true">
          {asset}
        </span>
      </label>
      <div id={`${id}-note`} className={styles.note}>
        <span>{note}</span>
        {action}
        {error === null ? null : (
          <p className={styles.error}>
            <WarningCircleIcon size={16} />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

/** In digits: a separator is half as wide as one. */
function widthOf(shown: string): number {
  return shown.length - shown.replaceAll(/\d/g, '').length / 2
}

/** Which size the number has room for, beside its currency on the narrowest phone. */
function lengthOf(text: string): 'short' | 'medium' | 'long' | 'longest' {
  if (text.length <= 7) return 'short'
  return text.length <= 9 ? 'medium' : text.length <= 12 ? 'long' : 'longest'
}
