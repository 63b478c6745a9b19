import type { InstrumentView, QuoteView } from '@candor/api'
import { formatPrice } from '@candor/ui/format'
import type { Texts } from '../../shared/i18n/index.ts'
import { instrumentTitle } from '../../shared/instrument/instrument-labels.ts'
import { sourceLabel } from '../../shared/instrument/price-source.ts'
import { changeText, directionOf } from '../../shared/instrument/quote-labels.ts'
import { firstRows, rowCells, rowClass } from '../../shared/instrument/market-row/row-cells.ts'

type FirstTexts = Pick<Texts, 't' | 'locale'>

/**
 * Writes the market's title and first prices into the page's skeleton while the app's code is loading: half a second
 * earlier on a slow phone. The prices disappear after eight seconds (see the skeleton's styles), and with the skeleton
 * when the app draws live ones.
 */
export function drawFirstPrices(
  page: Document,
  instruments: readonly object[],
  quotes: readonly object[],
  texts: FirstTexts,
) {
  const shown = instruments.filter(isInstrument)
  const label = sourceLabel(shown.map(({ source }) => source))
  const [mark, list] = [page.querySelector('.start-view svg'), page.querySelector('.start-view b')]
  // In a mixed list each row names its source, which needs more room and texts than the page has.
  if (mark === null || list === null || shown.length === 0 || label === 'instrument.source.mixed') return
  const element = (name: string, className: string, ...children: readonly (Node | string)[]) => {
    const made = page.createElement(name)
    made.className = className
    made.append(...children)
    return made
  }
  const span = (className: string, ...children: readonly (Node | string)[]) => element('span', className, ...children)
  const quoteOf = new Map(quotes.filter(isQuote).map((quote) => [quote.symbol, quote]))
  const rows = shown.slice(0, firstRows).map((instrument) => {
    const { state, direction, ...contents } = firstRow(instrument, quoteOf.get(instrument.symbol), texts)
    const row = element('li', rowClass, ...rowCells<Node | string>(span, span('glyph'), contents))
    Object.assign(row.dataset, { state, direction })
    return row
  })
  mark.replaceWith(element('h2', '', texts.t('market.title')))
  list.replaceChildren(...(label === null ? [] : [element('p', '', texts.t(label))]), element('ul', '', ...rows))
}

/** What a row shows of an instrument and its first quote. Only an open market shows a change. */
function firstRow(instrument: InstrumentView, quote: QuoteView | undefined, texts: FirstTexts) {
  const title = instrumentTitle(texts, instrument)
  if (quote === undefined) return { title, state: instrument.state }
  const state = quote.state === 'open' && instrument.isHalted ? 'halted' : quote.state
  const price = formatPrice(texts.locale, quote.last, instrument.decimals)
  const direction = directionOf(quote.changeRate)
  return state === 'open'
    ? { title, price, state, direction, second: changeText(texts.locale, quote.changeRate) }
    : { title, price, state, direction }
}

/** The server's own answers: the app parses them by their schemas. */
const isInstrument = (item: object): item is InstrumentView => 'symbol' in item && 'source' in item
const isQuote = (item: object): item is QuoteView => 'symbol' in item && 'last' in item
