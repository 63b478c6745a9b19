import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Field } from '@candor/ui'
import { MagnifyingGlassIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './place-search.module.css'
import { countryNames, placeName } from './place-labels.ts'
import { searchPlaces } from './places.ts'
import type { Place } from './places.ts'

const maxHits = 7

interface PlaceSearchProps {
  readonly places: readonly Place[]
  /** The list of towns could not be loaded. */
  readonly isFailed: boolean
  /** The customer is about to search: the list is needed. */
  readonly onStart: () => void
  readonly onPlace: (place: Place) => void
}

/** Finds a town of the bundled list. The results are a listbox: arrows select, Enter chooses, Escape closes. */
export function PlaceSearch({ places, isFailed, onStart, onPlace }: PlaceSearchProps) {
  const { t, locale } = useTexts()
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const countryName = countryNames(locale)
  const hits = searchPlaces(places, text, countryName, maxHits)
  const isSearched = text.trim() !== '' && places.length > 0
  const isOpen = isSearched && hits.length > 0
  const take = (place: Place | undefined) => {
    if (place === undefined) return
    setText('')
    onPlace(place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextActive(event.key, active, hits.length)
    if (to !== null) setActive(to)
    else if (event.key === 'Enter') take(hits[active])
    else if (event.key === 'Escape' && text !== '') setText('')
    else return
    event.preventDefault()
  }
  return (
    <search className={styles.search}>
      <Field
        label={t('location.search')}
        value={text}
        onValue={(next) => {
          setText(next)
          setActive(0)
        }}
        onFocus={onStart}
        onKeyDown={onKeyDown}
        trailing={<MagnifyingGlassIcon size={20} />}
        error={isFailed ? t('location.search.failed') : null}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-hits` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={80}
      />
      {isOpen ? <Hits id={id} hits={hits} active={active} countryName={countryName} onPlace={take} /> : null}
      <p role="status" className={styles.none}>
        {isSearched && hits.length === 0 ? t('location.search.none') : null}
      </p>
    </search>
  )
}

interface HitsProps {
  readonly id: string
  readonly hits: readonly Place[]
  readonly active: number
  readonly countryName: (code: string) => string
  readonly onPlace: (place: Place) => void
}

/** The focus stays in the field, which names the result that keys have chosen. */
function Hits({ id, hits, active, countryName, onPlace }: HitsProps) {
  const { t } = useTexts()
  return (
    <div id={`${id}-hits`} role="listbox" aria-label={t('location.search.hits')} className={styles.hits}>
      {hits.map((place, index) => (
        <div
          key={`${place.name} ${place.lat} ${place.lng}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.hit}
          onMouseDown={(event) => {
            event.preventDefault()
            onPlace(place)
          }}
        >
          {placeName(place, countryName)}
        </div>
      ))}
    </div>
  )
}

/** The result that a key selects; null for other keys. */
function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (active + 1) % count
  return key === 'ArrowUp' ? (active + count - 1) % count : null
}
