import type { InstrumentView, QuoteView } from '@candor/api'
import { formatPrice } from '@candor/ui/format'
import type { Texts } from '../shared/i18n/index.ts'
import { instrumentTitle } from '../shared/instrument/instrument-text.ts'
import { sourceLabel } from '../shared/instrument/price-source.ts'
import { changeText, directionOf } from '../shared/instrument/quote-words.ts'
import { firstRows } from '../shared/market-row/first-rows.ts'

/**
 * Writes the market's title and first prices into the page's skeleton while the app's code is on its way: half a second earlier on a slow
 * phone. The prices go by themselves once they are old (see the skeleton's styles), and with the skeleton when the app draws its own, live ones.
 */
export function drawFirstPrices(
  page: Document,
  instruments: readonly object[],
  quotes: readonly object[],
  texts: Pick<Texts, 't' | 'locale'>,
) {
  const shown = instruments.filter(isInstrument)
  const label = sourceLabel(shown.map(({ source }) => source))
  const [mark, place] = [page.querySelector('.start-view svg'), page.querySelector('.start-view b')]
  // In a mixed list each row says where its price comes from, which needs more room and texts than there are.
  if (mark === null || place === null || shown.length === 0 || label === 'instrument.source.mixed') return
  const quoteOf = new Map(quotes.filter(isQuote).map((quote) => [quote.symbol, quote]))
  const element = (name: string, text: string, ...children: readonly Node[]) => {
    const made = page.createElement(name)
    made.append(text, ...children)
    return made
  }
  const rows = shown.slice(0, firstRows).map((instrument) => {
    const quote = quoteOf.get(instrument.symbol)
    const isOpen = quote?.state === 'open' && !instrument.isHalted
    const price = quote === undefined ? '' : formatPrice(texts.locale, quote.last, instrument.decimals)
    const change = isOpen ? [element('small', changeText(texts.locale, quote.changeRate))] : []
    const row = element('li', '', element('span', instrumentTitle(texts, instrument)), element('em', price, ...change))
    row.dataset['direction'] = isOpen ? directionOf(quote.changeRate) : 'none'
    return row
  })
  mark.replaceWith(element('h2', texts.t('market.title')))
  place.replaceChildren(...(label === null ? [] : [element('p', texts.t(label))]), element('ul', '', ...rows))
}

/** The server's own answers: the app reads them again by their schemas. */
const isInstrument = (item: object): item is InstrumentView => 'symbol' in item && 'source' in item
const isQuote = (item: object): item is QuoteView => 'symbol' in item && 'last' in item
