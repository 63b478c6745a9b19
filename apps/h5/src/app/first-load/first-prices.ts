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
): void {
  const shown = instruments.filter(isInstrument)
  const label = labelText(shown, texts)
  if (label === null || shown.length === 0) return
  const { element, span } = elementsOf(page)
  const quoteOf = new Map(quotes.filter(isQuote).map((quote) => [quote.symbol, quote]))
  const rows = shown.slice(0, firstRows).map((instrument) => {
    const { state, direction, ...contents } = firstRow(instrument, quoteOf.get(instrument.symbol), texts)
    const row = element('li', rowClass, ...rowCells<Node | string>(span, span('glyph'), contents))
    Object.assign(row.dataset, { state, direction })
    return row
  })
  fillSkeleton(page, texts.t('market.title'), [
    ...(label === '' ? [] : [element('p', '', label)]),
    element('ul', '', ...rows),
  ])
}

/** Writes the title and the price of a contract page in the same way. */
export function drawFirstPrice(
  page: Document,
  instrument: object | undefined,
  quote: object | undefined,
  texts: FirstTexts,
): void {
  if (instrument === undefined || quote === undefined || !isInstrument(instrument) || !isQuote(quote)) return
  const label = labelText([instrument], texts)
  if (label === null) return
  const { element, span } = elementsOf(page)
  const { title, price = '', state, direction, second } = firstRow(instrument, quote, texts)
  const value = element('p', 'price', price)
  Object.assign(value.dataset, { state })
  const change = span('change', second ?? '')
  Object.assign(change.dataset, { direction })
  page.querySelector('.start-view')?.classList.add('start-contract')
  fillSkeleton(page, title, [value, element('p', '', change, label)])
}

/** The label of such prices, empty for live ones; null where it needs texts, or more room, than the page has. */
function labelText(shown: readonly InstrumentView[], { t }: FirstTexts): string | null {
  const label = sourceLabel(shown.map(({ source }) => source))
  if (label === null) return ''
  const text = t(label)
  return text === '' ? null : text
}

function elementsOf(page: Document) {
  const element = (name: string, className: string, ...children: readonly (Node | string)[]) => {
    const made = page.createElement(name)
    made.className = className
    made.append(...children)
    return made
  }
  const span = (className: string, ...children: readonly (Node | string)[]) => element('span', className, ...children)
  return { element, span }
}

function fillSkeleton(page: Document, title: string, contents: readonly Node[]): void {
  const { element } = elementsOf(page)
  page.querySelector('.start-view svg')?.replaceWith(element('h2', '', title))
  page.querySelector('.start-view b')?.replaceChildren(...contents)
}

/** What is shown of an instrument and its first quote. Only an open market shows a change. */
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
