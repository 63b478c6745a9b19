import { contractTerms, marketCandles } from '@candor/api'
import type { InstrumentView, TermsView } from '@candor/api'
import { previewOdds } from '@candor/formulas'
import { amount, formatAmount, formatDecimal, unitsPerCoin } from '@candor/money'
import { Button } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useQuote } from '../../shared/api/realtime/index.ts'
import {
  durationText,
  formatCount,
  formatMoney,
  formatPercent,
  formatPrice,
  useTexts,
} from '../../shared/i18n/index.ts'
import {
  changeText,
  DirectionMark,
  directionOf,
  InstrumentGlyph,
  instrumentTitle,
  useInstrumentQuote,
} from '../../shared/instrument/index.ts'
import { navigation, pathOf } from '../../shared/page/index.ts'
import styles from './try-card.module.css'

/** The stake and the duration with which an unused ticket opens. */
const stake = amount('USD', 100n * unitsPerCoin)
const durationMs = 60_000
/** What practice begins with. */
const practiceCoins = 10_000

export interface TryCardProps {
  readonly instrument: InstrumentView
}

/** The odds of one contract on real prices, and the way to try it without an account. */
export function TryCard({ instrument }: TryCardProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const { symbol } = instrument
  useInstrumentQuote(symbol)
  const terms = useQuery(queryFor(contractTerms, { symbol })).data?.durations ?? []
  const offered = terms.find((one) => one.durationMs >= durationMs) ?? terms.at(-1)
  const from = pathOf('home')
  return (
    <section className={styles.welcome}>
      <h2>{t('home.try.title')}</h2>
      <p>{t('home.try.text')}</p>
      <div className={styles.card}>
        <div className={styles.head}>
          <InstrumentGlyph instrument={instrument} />
          <div className={styles.names}>
            <b>{instrumentTitle(texts, instrument)}</b>
            <span>
              {offered === undefined
                ? null
                : t('home.try.stake', {
                    stake: formatCount(locale, 100),
                    duration: durationText(texts, offered.durationMs),
                  })}
            </span>
          </div>
          <LivePrice instrument={instrument} />
        </div>
        <Path symbol={symbol} />
        {offered === undefined ? null : <Odds terms={offered} />}
      </div>
      <Button onClick={() => navigation.navigate('practice', { symbol })}>{t('home.try.action')}</Button>
      <p className={styles.note}>{t('home.try.note', { amount: formatCount(locale, practiceCoins) })}</p>
      <Button tone="bare" onClick={() => navigation.navigate('register', { from })}>
        {t('shared.action.register')}
      </Button>
    </section>
  )
}

function LivePrice({ instrument }: { readonly instrument: InstrumentView }) {
  const { locale } = useTexts()
  const quote = useQuote(instrument.symbol)
  if (quote === undefined) return null
  const direction = directionOf(quote.changeRate)
  const isLive = quote.state === 'open'
  return (
    <div className={styles.price} data-live={isLive}>
      <b>{formatPrice(locale, quote.last, instrument.decimals)}</b>
      {isLive ? (
        <span data-direction={direction}>
          {direction === 'flat' ? null : <DirectionMark direction={direction} />} {changeText(locale, quote.changeRate)}
        </span>
      ) : null}
    </div>
  )
}

/** The closes of the last hour, as a line. Decoration: the price is above it. */
function Path({ symbol }: { readonly symbol: string }) {
  const { data } = useQuery({ ...queryFor(marketCandles, { symbol, interval: '1m', limit: 60 }), staleTime: 60_000 })
  const closes = data?.items.map(([, , , , close]) => Number(close)) ?? []
  const [low, high] = [Math.min(...closes), Math.max(...closes)]
  const y = (close: number) => (high === low ? 50 : 96 - (92 * (close - low)) / (high - low))
  const points = closes.map(
    (close, index) => `${((100 * index) / (closes.length - 1)).toFixed(2)} ${y(close).toFixed(2)}`,
  )
  return (
    <div className={styles.path} aria-hidden="true">
      {points.length < 2 ? null : (
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path d={`M${points.join('L')}`} />
        </svg>
      )}
    </div>
  )
}

function Odds({ terms }: { readonly terms: TermsView }) {
  const { t, locale } = useTexts()
  const { winNet, loseNet, breakEvenPermille } = previewOdds(terms, stake)
  const facts = [
    ['right', formatMoney(locale, formatAmount(winNet), undefined, 'result')],
    ['wrong', formatMoney(locale, formatAmount(loseNet), undefined, 'result')],
    ['even', formatPercent(locale, formatDecimal(BigInt(breakEvenPermille), 1), { decimals: 1 })],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`home.try.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
