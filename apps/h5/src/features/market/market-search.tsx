import { useMemo } from 'react'
import type { InstrumentView } from '@candor/contract'
import { StatePanel } from '@candor/ui'
import { MagnifyingGlassIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../../shared/i18n/index.ts'
import { searchInstruments } from '../../shared/instrument/index.ts'
import { listedInstruments, MarketRows } from './market-list.tsx'
import styles from './market-page.module.css'
import { useQuotesFlow } from './market-queries.ts'

/** Finds instruments in all categories while the customer types. */
export function MarketSearch({ instruments, text }: { readonly instruments: readonly InstrumentView[]; readonly text: string }) {
  const texts = useTexts()
  const { t } = texts
  useQuotesFlow(null)
  const items = useMemo(() => listedInstruments(texts, instruments), [texts, instruments])
  const hits = useMemo(() => searchInstruments(items, text), [items, text])
  const isBlank = text.trim() === ''
  return (
    <>
      <p className={styles.results} role="status">
        {isBlank ? null : t('market.search.results', { count: hits.length })}
      </p>
      {!isBlank && hits.length === 0 ? (
        <StatePanel
          icon={<MagnifyingGlassIcon size={28} />}
          title={t('market.search.none.title', { text: text.trim() })}
          text={t('market.search.none.text')}
        />
      ) : isBlank ? (
        <MarketRows items={items.map((item) => ({ item }))} category={null} />
      ) : (
        <MarketRows items={hits.map(({ item, from, to }) => ({ item, emphasis: { from, to } }))} category={null} />
      )}
    </>
  )
}
