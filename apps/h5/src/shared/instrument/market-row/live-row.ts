import { attachQuoteDigits } from '@candor/ui'
import { formatPrice } from '../../i18n/index.ts'
import type { Texts } from '../../i18n/index.ts'
import { ageText, changeText, directionOf, opensShortText, opensText, priceMove, spokenChange } from '../index.ts'
import { realtime } from '../../api/realtime/index.ts'
import type { LiveQuote } from '../../api/realtime/index.ts'
import { eachSecond } from './each-second.ts'

/** The elements of a row that prices are written into. */
function partsOf(row: HTMLElement) {
  const find = (cell: string) => {
    const found = row.querySelector<HTMLElement>(cell)
    if (found === null) throw new Error(`a market row has no ${cell}`)
    return found
  }
  return {
    figures: find('.figures'),
    price: find('.price'),
    /** Under the price: the change, the age, or the next opening. */
    second: find('.second > span'),
    /** The whole row as a sentence, for assistive technology only. */
    spoken: find('.spoken'),
  }
}

export interface LiveRowFacts {
  readonly symbol: string
  readonly title: string
  readonly decimals: number
  readonly isHalted: boolean
  readonly nextOpenMs: number | null
}

/** The text for screen readers is updated rarely, because it would be read out continuously. */
const spokenEveryMs = 10_000

/** Writes an instrument's quotes into its row. Returns the function that stops it. */
export function attachLiveRow(row: HTMLElement, facts: LiveRowFacts, texts: Texts): () => void {
  const parts = partsOf(row)
  const digits = attachQuoteDigits(parts.price, row.closest<HTMLElement>('[data-prices]') ?? parts.price)
  let shown: LiveQuote | null = null
  let drawnState: RowState | null = null
  let spokenAtMs = 0
  let isStopped = false
  let drawnLength = 0

  function writeSecond(text: string): void {
    if (shown === null) parts.second.textContent = text
    // With the digits, which are measured first: otherwise the page would be laid out twice.
    else
      requestAnimationFrame(() => {
        if (!isStopped && parts.second.textContent !== text) parts.second.textContent = text
      })
  }

  function draw(quote: LiveQuote): void {
    const state = stateOf(quote, facts)
    const price = formatPrice(texts.locale, quote.last, facts.decimals)
    if (price.length !== drawnLength) reserve(parts.figures, price)
    drawnLength = price.length
    digits.show(price, state === 'open' && shown !== null ? priceMove(shown.last, quote.last) : null)
    write(row, 'state', state)
    write(row, 'direction', directionOf(quote.changeRate))
    if (state !== 'open' || drawnState !== 'open' || shown?.changeRate !== quote.changeRate)
      writeSecond(secondText(quote, state, facts, texts))
    shown = quote
    drawnState = state
    if (Date.now() - spokenAtMs >= spokenEveryMs) speak()
  }

  function speak(): void {
    if (shown === null) return
    spokenAtMs = Date.now()
    const state = stateOf(shown, facts)
    const second = spokenSecond(shown, state, facts, texts)
    parts.spoken.textContent = [facts.title, formatPrice(texts.locale, shown.last, facts.decimals), second].join(', ')
  }

  const redraw = () => {
    const quote = realtime.quotes.get(facts.symbol)
    if (quote !== undefined) draw(quote)
  }
  // Ages grow without any new quote.
  const redrawOld = () => {
    if (row.dataset['state'] !== 'open' || realtime.connection().phase !== 'online') redraw()
  }

  row.addEventListener('focus', speak)
  redraw()
  const stopQuotes = realtime.quotes.subscribe(facts.symbol, draw)
  const stopConnection = realtime.subscribeConnection(redraw)
  const stopSeconds = eachSecond(redrawOld)
  return () => {
    isStopped = true
    row.removeEventListener('focus', speak)
    stopQuotes()
    stopConnection()
    stopSeconds()
    digits.dispose()
  }
}

/**
 * The width of the price column is derived from its characters, so that new digits are laid out without the row around
 * them.
 */
function reserve(figures: HTMLElement, price: string): void {
  const digits = price.replace(/\D/g, '').length
  figures.style.setProperty('--figures-em', String(digits * 0.65 + (price.length - digits) * 0.28))
}

type RowState = LiveQuote['state'] | 'halted'

function stateOf(quote: LiveQuote, facts: LiveRowFacts): RowState {
  if (quote.state === 'closed') return 'closed'
  const { phase } = realtime.connection()
  if (phase === 'offline' || phase === 'stale' || quote.state === 'stale') return 'stale'
  return facts.isHalted ? 'halted' : 'open'
}

function secondText(quote: LiveQuote, state: RowState, facts: LiveRowFacts, texts: Texts): string {
  const nowMs = realtime.clock.nowMs()
  switch (state) {
    case 'open':
      return changeText(texts.locale, quote.changeRate)
    case 'stale':
      return ageText(texts, nowMs - quote.tickAtMs)
    case 'closed':
      return opensShortText(texts, facts.nextOpenMs, nowMs)
    case 'halted':
      return texts.t('instrument.halted')
  }
}

function spokenSecond(quote: LiveQuote, state: RowState, facts: LiveRowFacts, texts: Texts): string {
  if (state === 'open') return spokenChange(texts, quote.changeRate)
  return state === 'closed'
    ? `${texts.t('instrument.closed')}, ${opensText(texts, facts.nextOpenMs, realtime.clock.nowMs())}`
    : secondText(quote, state, facts, texts)
}

function write(element: HTMLElement, name: string, value: string): void {
  if (element.dataset[name] !== value) element.dataset[name] = value
}
