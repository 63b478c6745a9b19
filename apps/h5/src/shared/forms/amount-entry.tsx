import { useId } from 'react'
import type { ReactNode } from 'react'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import styles from './amount-entry.module.css'

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
  return (
    <div className={styles.entry}>
      <label htmlFor={id} className={styles.hero} data-length={lengthOf(text)}>
        <input
          id={id}
          className={styles.amount}
          style={{ width: `${Math.max(1, text.length)}ch` }}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          maxLength={19}
          aria-label={label}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={`${id}-note`}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
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

/** Which size the number has room for, beside its currency on the narrowest phone. */
function lengthOf(text: string): 'short' | 'medium' | 'long' | 'longest' {
  if (text.length <= 7) return 'short'
  return text.length <= 9 ? 'medium' : text.length <= 12 ? 'long' : 'longest'
}
