import { useRef } from 'react'
import { SearchBox } from '@candor/ui'
import { KeyHint, useShortcuts } from '../navigation/index.ts'
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
    <SearchBox
      ref={input}
      className={styles.search}
      iconSize={16}
      type="text"
      role="searchbox"
      label={label}
      value={value}
      onText={onValue}
      aria-keyshortcuts="/"
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
        if (event.key === 'Enter') void onEnter?.()
      }}
    >
      <KeyHint name="/" />
    </SearchBox>
  )
}
