import { useEffect, useRef } from 'react'
import type { InstrumentView } from '@candor/api'
import { attachQuoteDigits, VisuallyHidden } from '@candor/ui'
import type { QuoteDigits } from '@candor/ui'
import { ClockClockwiseIcon, MoonIcon } from '@candor/ui/icons/trade'
import { formatPrice, formatVolume, useTexts } from '../../shared/i18n/index.ts'
import {
  ageText,
  changeText,
  DirectionMark,
  directionOf,
  opensText,
  priceMove,
  sourceText,
  spokenChange,
} from '../../shared/instrument/index.ts'
import { useQuote, useServerNow } from '../../shared/api/realtime/index.ts'
import type { LiveQuote } from '../../shared/api/realtime/index.ts'
import styles from './price-head.module.css'
import type { PriceTone } from './price-tone.ts'

/** The live price of the page, its change, and the figures of the day. */
export function PriceHead({ instrument, tone }: { readonly instrument: InstrumentView; readonly tone: PriceTone }) {
  const texts = useTexts()
  const { t, locale } = texts
  const quote = useQuote(instrument.symbol)
  const price = (text: string) => formatPrice(locale, text, instrument.decimals)
  return (
    <div className={styles.head}>
      <div>
        <LivePrice quote={quote} tone={tone} decimals={instrument.decimals} />
        <div className={styles.second}>
          {quote === undefined ? null : <SecondLine quote={quote} tone={tone} instrument={instrument} />}
          <SourceMark instrument={instrument} />
        </div>
      </div>
      <dl className={styles.day}>
        <dt>{t('contract.high')}</dt>
        <dd>{quote === undefined ? '–' : price(quote.high)}</dd>
        <dt>{t('contract.low')}</dt>
        <dd>{quote === undefined ? '–' : price(quote.low)}</dd>
        <dt>{t('contract.volume')}</dt>
        <dd>{quote === undefined ? '–' : formatVolume(locale, quote.volume)}</dd>
      </dl>
    </div>
  )
}

interface LivePriceProps {
  readonly quote: LiveQuote | undefined
  readonly tone: PriceTone
  readonly decimals: number
}

function LivePrice({ quote, tone, decimals }: LivePriceProps) {
  const texts = useTexts()
  const place = useRef<HTMLSpanElement>(null)
  const digits = useRef<QuoteDigits | null>(null)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (place.current === null) return
    digits.current = attachQuoteDigits(place.current)
    shown.current = null
    return () => digits.current?.dispose()
  }, [])
  const last = quote?.last
  useEffect(() => {
    if (last === undefined) return
    const move = tone === 'live' && shown.current !== null ? priceMove(shown.current, last) : null
    digits.current?.show(formatPrice(texts.locale, last, decimals), move)
    shown.current = last
  }, [last, tone, decimals, texts])
  return (
    <p className={styles.price} data-tone={tone}>
      <span ref={place} aria-hidden="true" />
      <SpokenPrice quote={quote} decimals={decimals} />
    </p>
  )
}

/** The price for a screen reader moves every ten seconds, or it would be read out all day. */
function SpokenPrice({ quote, decimals }: { readonly quote: LiveQuote | undefined; readonly decimals: number }) {
  const texts = useTexts()
  const slowMs = useServerNow(10_000)
  const place = useRef<HTMLSpanElement>(null)
  const newest = useRef(quote)
  const isKnown = quote !== undefined
  useEffect(() => {
    newest.current = quote
  }, [quote])
  useEffect(() => {
    const seen = newest.current
    if (place.current !== null && seen !== undefined) {
      place.current.textContent = `${formatPrice(texts.locale, seen.last, decimals)}, ${spokenChange(texts, seen.changeRate)}`
    }
  }, [slowMs, isKnown, texts, decimals])
  return <VisuallyHidden ref={place} />
}

interface SecondLineProps {
  readonly quote: LiveQuote
  readonly tone: PriceTone
  readonly instrument: InstrumentView
}

function SecondLine({ quote, tone, instrument }: SecondLineProps) {
  const texts = useTexts()
  const nowMs = useServerNow()
  if (tone === 'stale') {
    return (
      <span className={styles.old}>
        <ClockClockwiseIcon size={14} />
        {ageText(texts, nowMs - quote.tickAtMs)}
      </span>
    )
  }
  if (tone === 'closed') {
    return (
      <span className={styles.quiet}>
        <MoonIcon size={14} />
        {opensText(texts, instrument.nextOpenMs, nowMs)}
      </span>
    )
  }
  const direction = directionOf(quote.changeRate)
  return (
    <>
      <span className={styles.change} data-direction={direction} aria-hidden="true">
        {direction === 'flat' ? null : <DirectionMark direction={direction} />}
        {changeText(texts.locale, quote.changeRate)}
      </span>
      <span className={styles.quiet}>{texts.t('contract.period')}</span>
    </>
  )
}

function SourceMark({ instrument }: { readonly instrument: InstrumentView }) {
  const texts = useTexts()
  return <span className={styles.quiet}>{sourceText(texts, instrument)}</span>
}
