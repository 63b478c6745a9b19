import type { SwapQuoteView, SwapTermsView } from '@candor/api'
import { Card, CountdownRing, FactList } from '@candor/ui'
import { formatPrice, useTexts } from '../../shared/i18n/index.ts'
import { priceFacts, shortMoney } from './swap-labels.ts'
import type { HeldUntil } from './swap-queries.ts'
import styles from './swap.module.css'

interface PriceProps {
  readonly terms: SwapTermsView
  readonly quote: SwapQuoteView | undefined
}

/** The quote's rate and cost; the current terms while there is no quote. */
export function Price({ terms, quote }: PriceProps) {
  const texts = useTexts()
  const cost = quote === undefined ? null : shortMoney(texts.locale, quote.spread, quote.from)
  return (
    <Card>
      <FactList facts={priceFacts(texts, { ...(quote ?? terms), cost })} />
    </Card>
  )
}

interface HoldingProps extends PriceProps {
  readonly held: HeldUntil | null
  readonly isAsked: boolean
}

/** How long the rate is held, and the allowed amounts. */
export function Holding({ terms, quote, held, isAsked }: HoldingProps) {
  const { t, locale } = useTexts()
  const minimum = formatPrice(locale, terms.minimum)
  return (
    <div className={styles.holding}>
      {quote !== undefined ? (
        <HeldRate held={held} validMs={quote.validMs} />
      ) : isAsked ? (
        <span className={styles.held}>{t('swap.getting')}</span>
      ) : null}
      <span className={styles.least}>{t(terms.wholeNumber ? 'swap.fromWhole' : 'swap.from', { minimum })}</span>
    </div>
  )
}

/** The time for which a quote is held, of its whole validity. */
export function HeldRate({ held, validMs }: { readonly held: HeldUntil | null; readonly validMs: number }) {
  const { t } = useTexts()
  if (held === null) return <span className={styles.held}>{t('swap.over')}</span>
  return (
    <span className={styles.held}>
      <CountdownRing diameterPx={20} strokePx={3} endMs={held.endMs} durationMs={validMs} nowMs={Date.now} />
      {t('swap.held', { seconds: held.secondsLeft })}
    </span>
  )
}
