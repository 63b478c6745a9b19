import { useDeferredValue, useMemo } from 'react'
import type { InstrumentView, QuoteView } from '@candor/api'
import { useFavourites } from '../../shared/instrument/favourites/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { instrumentDetail, instrumentTitle, shortSourceLabel, sourceLabel } from '../../shared/instrument/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { sortItems } from './market-list-model.ts'
import type { MarketItem, Sort } from './market-list-model.ts'
import styles from './market-page.module.css'
import { useMarketQuotes, useQuotesFlow } from './market-queries.ts'
import type { QuotesWanted } from './market-queries.ts'
import { firstRows, MarketRow, MarketRowList } from '../../shared/instrument/market-row/index.ts'

export interface ListedInstrument extends MarketItem {
  readonly instrument: InstrumentView
}

/** Instruments with their texts in the language of the customer. */
export function listedInstruments(texts: Texts, instruments: readonly InstrumentView[]): readonly ListedInstrument[] {
  return instruments.map((instrument) => ({
    symbol: instrument.symbol,
    category: instrument.category,
    title: instrumentTitle(texts, instrument),
    detail: instrumentDetail(texts, instrument),
    exchangeSymbol: instrument.exchangeSymbol,
    instrument,
  }))
}

function figure({ last, changeRate }: Pick<QuoteView, 'last' | 'changeRate'>, { key }: Sort): string {
  if (key === 'price') return last
  return key === 'movers' ? changeRate.replace('-', '') : changeRate
}

export interface MarketListProps {
  /** Not empty. */
  readonly instruments: readonly InstrumentView[]
  readonly wanted: QuotesWanted
  readonly sort: Sort
}

/** Instruments with live prices. Sorted by figures on request and with each refetch, not with every tick. */
export function MarketList({ instruments, wanted, sort }: MarketListProps) {
  const texts = useTexts()
  useQuotesFlow(wanted)
  const { data } = useMarketQuotes(wanted)
  const items = useMemo(() => {
    const read = new Map(data?.items.map((quote) => [quote.symbol, quote]))
    const figureOf = (symbol: string) => {
      const quote = realtime.quotes.get(symbol) ?? read.get(symbol)
      return quote === undefined ? null : figure(quote, sort)
    }
    return sortItems(listedInstruments(texts, instruments), sort, figureOf, texts.language)
  }, [texts, instruments, sort, data])
  return (
    <>
      <SourceLine instruments={instruments} />
      <MarketRows items={items.map((item) => ({ item }))} wanted={wanted} />
    </>
  )
}

/** States the source of the list's prices, unless all are live. */
export function SourceLine({ instruments }: { readonly instruments: readonly InstrumentView[] }) {
  const { t } = useTexts()
  const label = sourceLabel(instruments.map(({ source }) => source))
  return label === null ? null : <p className={styles.source}>{t(label)}</p>
}

export interface MarketRowsProps {
  readonly items: readonly {
    readonly item: ListedInstrument
    readonly emphasis?: { readonly from: number; readonly to: number }
  }[]
  readonly wanted: QuotesWanted
}

/** Rows with their sparklines. In a mixed list each price that is not live says so. */
export function MarketRows({ items, wanted }: MarketRowsProps) {
  const { t } = useTexts()
  const { data } = useMarketQuotes(wanted)
  const { data: favourites } = useFavourites()
  const quotes = new Map(data?.items.map((quote) => [quote.symbol, quote]))
  // A slow phone draws the visible rows first; the rest come with the next drawing.
  const isFirstDrawn = useDeferredValue(true, false)
  const isMixed = new Set(items.map(({ item }) => item.instrument.source)).size > 1
  return (
    <MarketRowList>
      {(isFirstDrawn ? items : items.slice(0, firstRows)).map(({ item, emphasis }, place) => {
        const quote = quotes.get(item.symbol)
        const source = isMixed ? shortSourceLabel(item.instrument.source) : null
        return (
          <MarketRow
            key={item.symbol}
            instrument={item.instrument}
            title={item.title}
            detail={source === null ? item.detail : [item.detail, t(source)].filter((text) => text !== '').join(' · ')}
            {...(emphasis === undefined ? {} : { emphasis })}
            spark={quote?.spark ?? noSpark}
            open={quote?.open ?? null}
            isOnScreen={place < firstRows}
            isFavourite={favourites?.includes(item.symbol) ?? false}
          />
        )
      })}
    </MarketRowList>
  )
}

const noSpark: readonly string[] = []
