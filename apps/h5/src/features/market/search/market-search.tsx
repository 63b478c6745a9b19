import { useMemo } from 'react'
import type { InstrumentView } from '@candor/api'
import { LinkRow, RowList, StatePanel } from '@candor/ui'
import { MagnifyingGlassIcon } from '@candor/ui/icons/trade'
import { useRecentInstruments } from '../../../shared/instrument/favourites/index.ts'
import { useTexts } from '../../../shared/i18n/index.ts'
import { searchInstruments } from '../../../shared/instrument/index.ts'
import { hrefOf, pathOf } from '../../../shared/page/index.ts'
import { listedInstruments, MarketRows } from '../market-list.tsx'
import type { ListedInstrument } from '../market-list.tsx'
import styles from '../market-page.module.css'
import { useQuotesFlow } from '../market-queries.ts'
import type { QuotesWanted } from '../market-queries.ts'

/** Finds instruments in all categories while the customer types; before that, recently opened ones come first. */
export function MarketSearch({
  instruments,
  text,
}: {
  readonly instruments: readonly InstrumentView[]
  readonly text: string
}) {
  const texts = useTexts()
  const { t } = texts
  useQuotesFlow(all)
  const recent = useRecentInstruments()
  const items = useMemo(() => listedInstruments(texts, instruments), [texts, instruments])
  const hits = useMemo(() => searchInstruments(items, text), [items, text])
  const isBlank = text.trim() === ''
  return (
    <>
      <p className={styles.results} role="status">
        {isBlank ? null : t('marketSearch.results', { count: hits.length })}
      </p>
      {isBlank ? (
        <BlankSearch items={items} recent={recent} />
      ) : hits.length === 0 ? (
        <StatePanel
          icon={<MagnifyingGlassIcon size={28} />}
          title={t('marketSearch.none.title', { text: text.trim() })}
          text={t('marketSearch.none.text')}
        />
      ) : (
        <>
          <MarketRows items={hits.map(({ item, from, to }) => ({ item, emphasis: { from, to } }))} wanted={all} />
          {hits.length === 1 ? hits.map(({ item }) => <AboutRow key={item.symbol} item={item} />) : null}
        </>
      )}
    </>
  )
}

const all: QuotesWanted = {}

/** The link to an instrument's information, when the search has found exactly one. */
function AboutRow({ item: { symbol, title } }: { readonly item: ListedInstrument }) {
  const { t } = useTexts()
  const from = pathOf('market', { list: 'search' })
  return (
    <div className={styles.about}>
      <RowList>
        <LinkRow
          href={hrefOf('investInfo', { type: 'instrument', id: symbol, from })}
          title={t('marketSearch.about', { name: title })}
        />
      </RowList>
    </div>
  )
}

function BlankSearch({
  items,
  recent,
}: {
  readonly items: readonly ListedInstrument[]
  readonly recent: readonly string[]
}) {
  const { t } = useTexts()
  const opened = recent.flatMap((symbol) => items.find((item) => item.symbol === symbol) ?? [])
  if (opened.length === 0) return <MarketRows items={items.map((item) => ({ item }))} wanted={all} />
  return (
    <>
      <h2 className={styles.results}>{t('marketSearch.recent')}</h2>
      <MarketRows items={opened.map((item) => ({ item }))} wanted={all} />
      <h2 className={styles.results}>{t('marketSearch.all')}</h2>
      <MarketRows items={items.filter((item) => !opened.includes(item)).map((item) => ({ item }))} wanted={all} />
    </>
  )
}
