import { lazy, Suspense, useEffect, useState } from 'react'
import type { InstrumentView } from '@candor/api'
import { IconButton, Screen, Segmented, StatePanel, TabTitle } from '@candor/ui'
import { ChartLineIcon, StarFillIcon, StarIcon } from '@candor/ui/icons/shell'
import { loadTexts, useTexts } from '../../shared/i18n/index.ts'
import { categories, useInstruments } from '../../shared/instrument/index.ts'
import type { Category } from '../../shared/instrument/index.ts'
import { ConnectionNote, FailedState, Loaded, screenIsMissing, useRouteParams } from '../../shared/page/index.ts'
import { chosenCategory, startCategory } from './chosen-category.ts'
import { FavouritesList } from './favourites-list.tsx'
import { MarketHead } from './market-head.tsx'
import { catalogueOrder } from './market-list-model.ts'
import type { Sort } from './market-list-model.ts'
import { MarketList } from './market-list.tsx'
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
 * The market: categories, favourites, search, sorting and live rows. A link may name the list to open, or the search.
 */
export function MarketPage() {
  const { t } = useTexts()
  const { list: wanted } = useRouteParams('market')
  const instruments = useInstruments()
  const [list, setList] = useState<ListName | null>(() => listNames.find((name) => name === wanted) ?? null)
  const [search, setSearch] = useState<string | null>(wanted === 'search' ? '' : null)
  const isSearching = search !== null
  const isFavourites = list === 'favourites'
  const choose = (category: Category) => {
    chosenCategory.set(category)
    setList(category)
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
            <MarketLists instruments={read.instruments.items} list={list} onCategory={choose} />
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
  readonly onCategory: (category: Category) => void
}

function MarketLists({ instruments, list, onCategory }: MarketListsProps) {
  const { t } = useTexts()
  const [first] = useState(() => startCategory(instruments))
  const [sort, setSort] = useState<Sort>(catalogueOrder)
  const shown = list ?? first
  return (
    <>
      <div className={styles.sticky}>
        <Segmented
          label={t('market.categories')}
          options={categories.map((value) => ({ value, label: t(`instrument.category.${value}`) }))}
          value={shown === 'favourites' ? null : shown}
          onValue={onCategory}
        />
        <MarketHead sort={sort} onSort={setSort} />
      </div>
      <div className={styles.note}>
        <ConnectionNote />
      </div>
      {shown === 'favourites' ? (
        <FavouritesList instruments={instruments} sort={sort} />
      ) : (
        <CategoryList
          instruments={instruments.filter(({ category }) => category === shown)}
          category={shown}
          sort={sort}
        />
      )}
    </>
  )
}

interface CategoryListProps {
  readonly instruments: readonly InstrumentView[]
  readonly category: Category
  readonly sort: Sort
}

function CategoryList({ instruments, category, sort }: CategoryListProps) {
  const { t } = useTexts()
  if (instruments.length === 0) {
    return (
      <StatePanel icon={<ChartLineIcon size={28} />} title={t('market.empty.title')} text={t('market.empty.text')} />
    )
  }
  return <MarketList instruments={instruments} wanted={{ category }} sort={sort} />
}
