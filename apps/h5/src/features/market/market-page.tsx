import { useState } from 'react'
import type { InstrumentView } from '@candor/contract'
import { Screen, Segmented, TabTitle } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { useInstruments } from '../../shared/instrument/index.ts'
import { storedValue } from '../../shared/session/index.ts'
import { ConnectionNote, FailedState } from '../../shared/states/index.ts'
import { MarketHead } from './market-head.tsx'
import { categories, catalogueOrder, firstOpenCategory } from './market-list-model.ts'
import type { Category, Sort } from './market-list-model.ts'
import { MarketList } from './market-list.tsx'
import { MarketSearch } from './market-search.tsx'
import { MarketSkeleton } from './market-skeleton.tsx'
import { SearchField } from './search-field.tsx'
import styles from './market-page.module.css'

/** The category that the customer chose is kept; before a choice the list opens where a market is open. */
const chosenCategory = storedValue<Category | ''>({
  key: 'candor.market.category',
  parse: (text) => categories.find((known) => known === text) ?? null,
  fallback: '',
})

/** The market: categories, search, sorting and live rows. */
export function MarketPage() {
  const { t } = useTexts()
  const instruments = useInstruments()
  const [search, setSearch] = useState<string | null>(null)
  const isSearching = search !== null
  const field = (
    <SearchField
      text={search ?? ''}
      isActive={isSearching}
      onText={setSearch}
      onOpen={() => setSearch(search ?? '')}
      onCancel={() => setSearch(null)}
    />
  )
  return (
    <Screen
      bar={
        <div className={styles.bar}>
          {isSearching ? <h1 className={styles.hidden}>{t('market.search')}</h1> : <TabTitle>{t('market.title')}</TabTitle>}
          {field}
        </div>
      }
    >
      {instruments.data === undefined ? (
        instruments.isError ? (
          <FailedState error={instruments.error} title={t('market.failed')} onRetry={() => void instruments.refetch()} />
        ) : (
          <MarketSkeleton />
        )
      ) : isSearching ? (
        <MarketSearch instruments={instruments.data.items} text={search} />
      ) : (
        <MarketByCategory instruments={instruments.data.items} />
      )}
    </Screen>
  )
}

function MarketByCategory({ instruments }: { readonly instruments: readonly InstrumentView[] }) {
  const { t } = useTexts()
  const [category, setCategory] = useState<Category>(() => chosenCategory.get() || firstOpenCategory(instruments))
  const [sort, setSort] = useState<Sort>(catalogueOrder)
  const choose = (chosen: Category) => {
    chosenCategory.set(chosen)
    setCategory(chosen)
  }
  return (
    <>
      <div className={styles.sticky}>
        <Segmented
          label={t('market.categories')}
          options={categories.map((value) => ({ value, label: t(`instrument.category.${value}`) }))}
          value={category}
          onValue={choose}
        />
        <MarketHead sort={sort} onSort={setSort} />
      </div>
      <ConnectionNote />
      <MarketList instruments={instruments.filter((instrument) => instrument.category === category)} category={category} sort={sort} />
    </>
  )
}
