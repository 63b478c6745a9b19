import { useRef } from 'react'
import { MagnifyingGlassIcon } from '@candor/ui/icons/trade'
import { KeyHint, useShortcuts } from '../keyboard/index.ts'
import styles from './page.module.css'

export interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** Opens the first hit. */
  readonly onEnter?: () => Promise<void>
}

/** The search of a screen; the slash key leads to it, Escape out of it. */
export function SearchField({ label, value, onValue, onEnter }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => input.current?.focus() })
  return (
    <label className={styles.search}>
      <MagnifyingGlassIcon size={16} />
      <input
        ref={input}
        type="text"
        role="searchbox"
        value={value}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key === 'Enter') void onEnter?.()
        }}
      />
      <KeyHint name="/" />
    </label>
  )
}
