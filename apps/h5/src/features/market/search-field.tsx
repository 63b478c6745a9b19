import { useEffect, useRef, useState } from 'react'
import { MagnifyingGlassIcon, XCircleFillIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './search-field.module.css'

export interface SearchFieldProps {
  readonly text: string
  /** While active the field is at the top, with a cancel button. */
  readonly isActive: boolean
  readonly onText: (text: string) => void
  readonly onOpen: () => void
  readonly onCancel: () => void
}

/**
 * The market's search field: a tap, Enter or typing opens the search, Escape or Cancel leaves it. Focus alone does not,
 * because Tab must be able to pass it.
 */
export function SearchField({ text, isActive, onText, onOpen, onCancel }: SearchFieldProps) {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [opensActive] = useState(isActive)
  useEffect(() => {
    // An opening screen takes the focus itself, just before this.
    if (opensActive) queueMicrotask(() => input.current?.focus())
  }, [opensActive])
  const cancel = () => {
    input.current?.blur()
    onCancel()
  }
  return (
    <search className={styles.search} data-active={isActive}>
      <label className={styles.box}>
        <MagnifyingGlassIcon size={20} />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('market.search')}
          placeholder={t('market.search.hint')}
          value={text}
          onClick={onOpen}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') cancel()
            if (event.key === 'Enter' || event.key === 'ArrowDown') onOpen()
          }}
        />
        {text === '' ? null : (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('market.search.clear')}
            onClick={() => {
              onText('')
              input.current?.focus()
            }}
          >
            <XCircleFillIcon size={20} />
          </button>
        )}
      </label>
      {isActive ? (
        <button type="button" className={styles.cancel} onClick={cancel}>
          {t('market.search.cancel')}
        </button>
      ) : null}
    </search>
  )
}
