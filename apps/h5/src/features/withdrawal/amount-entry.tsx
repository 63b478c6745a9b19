import { useId } from 'react'
import { Button } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './withdrawal-page.module.css'

export interface AmountEntryProps {
  readonly text: string
  readonly asset: string
  readonly onText: (text: string) => void
  /** Under the number: what is available. */
  readonly note: string
  readonly onUseAll: (() => void) | null
  readonly error: string | null
}

/** The amount, large and in the middle, with what is available under it. */
export function AmountEntry({ text, asset, onText, note, onUseAll, error }: AmountEntryProps) {
  const { t } = useTexts()
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
          aria-label={t('withdrawal.amount', { asset })}
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
        {onUseAll === null ? null : (
          <Button tone="bare" size="small" onClick={onUseAll}>
            {t('withdrawal.useAll')}
          </Button>
        )}
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
