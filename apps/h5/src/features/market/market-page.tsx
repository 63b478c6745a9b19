import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { InstrumentView } from '@candor/api'
import { IconButton, Screen, Segmented, StatePanel, TabTitle } from '@candor/ui'
import { ChartLineIcon, StarFillIcon, StarIcon } from '@candor/ui/icons/shell'
import { useStored } from '@candor/client/react'
import { loadTexts, useTexts } from '../../shared/i18n/index.ts'
import { categories, useInstruments } from '../../shared/instrument/index.ts'
import type { Category } from '../../shared/instrument/index.ts'
import { ConnectionNote, FailedState, Loaded, screenIsMissing, useRouteParams } from '../../shared/page/index.ts'
import { chosenCategory, startCategory } from './chosen-category.ts'
import { FavouritesList } from './favourites-list.tsx'
import { FilteredList, MarketFilters } from './filtered-list.tsx'
import { filterIn, marketFilter } from './market-filter.ts'
import { MarketSkeleton } from './market-skeleton.tsx'
import { SearchField } from './search-field.tsx'
import styles from './market-page.module.css'

type ListName = Category | 'favourites'

/** Loaded on first use of search, so that browsing does not pay for it. */
const MarketSearch = lazy(() =>
  Promise.all([import('./search/market-search.tsx'), loadTexts('marketSearch')]).then(
    ([module]) => ({ default: module.MarketSearch }),
    () => ({ default: SearchFailed }),
  ),
)

function SearchFailed() {
  useEffect(screenIsMissing, [])
  return <FailedState error={null} onRetry={() => location.reload()} />
}

/**
 * The market: categories, favourites, search, filters and live rows. A link may name the list to open, or the search.
 */
export function MarketPage() {
  const { t } = useTexts()
  const { list: wanted } = useRouteParams('market')
  const instruments = useInstruments()
  const [list, setList] = useState<ListName | null>(() => listNames.find((name) => name === wanted) ?? null)
  const [search, setSearch] = useState<string | null>(wanted === 'search' ? '' : null)
  const isSearching = search !== null
  const isFavourites = list === 'favourites'
  const choose = (name: ListName) => {
    if (name !== 'favourites') chosenCategory.set(name)
    setList(name)
  }
  const star = (
    <IconButton
      label={t('market.favourites')}
      aria-pressed={isFavourites}
      onClick={() => setList(isFavourites ? chosenCategory.get() || null : 'favourites')}
    >
      {isFavourites ? <StarFillIcon /> : <StarIcon />}
    </IconButton>
  )
  return (
    <Screen
      bar={
        <div className={styles.bar}>
          {isSearching ? (
            <h1 className={styles.hidden}>{t('market.search')}</h1>
          ) : (
            <TabTitle trailing={star}>{t(isFavourites ? 'market.favourites' : 'market.title')}</TabTitle>
          )}
          <SearchField
            text={search ?? ''}
            isActive={isSearching}
            onText={setSearch}
            onOpen={() => setSearch(search ?? '')}
            onCancel={() => setSearch(null)}
          />
        </div>
      }
    >
      <Loaded queries={{ instruments }} failed={t('market.failed')} skeleton={<MarketSkeleton />}>
        {(read) =>
          isSearching ? (
            <Suspense fallback={null}>
              <MarketSearch instruments={read.instruments.items} text={search} />
            </Suspense>
          ) : (
            <MarketLists instruments={read.instruments.items} list={list} onList={choose} />
          )
        }
      </Loaded>
    </Screen>
  )
}

const listNames: readonly ListName[] = [...categories, 'favourites']

interface MarketListsProps {
  readonly instruments: readonly InstrumentView[]
  /** Null before the customer has chosen one. */
  readonly list: ListName | null
  readonly onList: (list: ListName) => void
}

function MarketLists({ instruments, list, onList }: MarketListsProps) {
  const { t } = useTexts()
  const [first] = useState(() => startCategory(instruments))
  const stored = useStored(marketFilter)
  const filter = useMemo(() => filterIn(stored), [stored])
  const shown = list ?? first
  const listed = instruments.filter(({ category }) => category === shown)
  return (
    <>
      <div className={styles.sticky}>
        <Segmented
          label={t('market.categories')}
          options={categories.map((value) => ({ value, label: t(`instrument.category.${value}`) }))}
          value={shown === 'favourites' ? null : shown}
          onValue={onList}
        />
        <div className={styles.filters}>
          <MarketFilters filter={filter} listed={listed} />
        </div>
      </div>
      <div className={styles.note}>
        <ConnectionNote />
      </div>
      {shown === 'favourites' ? (
        <FavouritesList instruments={instruments} filter={filter} onList={onList} />
      ) : listed.length === 0 ? (
        <StatePanel icon={<ChartLineIcon size={28} />} title={t('market.empty.title')} text={t('market.empty.text')} />
      ) : (
        <FilteredList
          instruments={instruments}
          listed={listed}
          wanted={{ category: shown }}
          filter={filter}
          onList={onList}
        />
      )}
    </>
  )
}
