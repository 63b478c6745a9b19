import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { classNames, Dialog, SearchBox } from '@candor/ui'
import { t } from '../../shared/i18n/index.ts'
import { goTo, KeyHint } from '../../shared/navigation/index.ts'
import { pages } from '../pages.ts'
import { matchingEntries, movedEntry, paletteGroups } from './palette-model.ts'
import type { PaletteEntry } from './palette-model.ts'
import styles from './palette.module.css'
import { useEntries } from './use-entries.ts'

/** Search or jump: cases, customers, screens and acts by a few letters. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [place, setPlace] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const found = matchingEntries(useEntries(search), search)
  const current = Math.min(place, Math.max(0, found.length - 1))
  const chosen = found[current]
  // After the dialog's own effect, which moves the focus to its title.
  useEffect(() => input.current?.focus(), [])
  const open = ({ screen, id }: PaletteEntry) => {
    goTo(screen, id)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (step !== null) setPlace(movedEntry(found.length, current, step) ?? 0)
    else if (event.key === 'Enter' && chosen !== undefined) open(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('app.palette.title')} isWide onClose={onClose} actions={<Hints />}>
      <SearchBox
        ref={input}
        className={styles.search}
        iconSize={18}
        type="text"
        role="combobox"
        label={t('app.palette.label')}
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : optionId(list, chosen)}
        value={search}
        onText={(text) => {
          setSearch(text)
          setPlace(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Results list={list} found={found} chosen={chosen} onOpen={open} />
      <p role="status" className={styles.none}>
        {found.length === 0 ? t('app.palette.none') : ''}
      </p>
    </Dialog>
  )
}

const optionId = (list: string, entry: PaletteEntry) => `${list}-${entry.key}`

interface ResultsProps {
  /** The id of the list. */
  readonly list: string
  readonly found: readonly PaletteEntry[]
  readonly chosen: PaletteEntry | undefined
  readonly onOpen: (entry: PaletteEntry) => void
}

function Results({ list, found, chosen, onOpen }: ResultsProps) {
  return (
    <div id={list} role="listbox" aria-label={t('app.palette.results')} className={styles.list}>
      {paletteGroups.map((group) => {
        const entries = found.filter((entry) => entry.group === group)
        if (entries.length === 0) return null
        return (
          <div key={group} role="group" aria-labelledby={`${list}-${group}`}>
            <div id={`${list}-${group}`} className={styles.group}>
              {t(`app.palette.${group}`)}
            </div>
            {entries.map((entry) => (
              <Option
                key={entry.key}
                id={optionId(list, entry)}
                entry={entry}
                isCurrent={entry === chosen}
                onOpen={() => onOpen(entry)}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isCurrent: boolean
  readonly onOpen: () => void
}

function Option({ id, entry, isCurrent, onOpen }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const Icon = pages[entry.screen].icon
  return (
    // The search field keeps the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={classNames(styles.option, isCurrent && styles.current)}
      onClick={onOpen}
    >
      <Icon size={18} />
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.aside}>{entry.aside}</span>
    </div>
  )
}

function Hints() {
  return (
    <p className={styles.hints}>
      <span>
        <KeyHint name="↑" /> <KeyHint name="↓" /> {t('app.palette.move')}
      </span>
      <span>
        <KeyHint name="↵" /> {t('app.palette.open')}
      </span>
      <span>
        <KeyHint name="Esc" /> {t('app.palette.close')}
      </span>
      <span>
        <KeyHint name="?" /> {t('app.palette.keys')}
      </span>
    </p>
  )
}
