import type { AssetPerformance } from '@candor/api'
import { RowFrame, RowList } from '@candor/ui'
import { formatCount, useTexts } from '../../shared/i18n/index.ts'
import { InstrumentGlyph, instrumentTitle, useInstrument } from '../../shared/instrument/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import styles from './charts.module.css'

/** The results of markets, each with its orders behind it. Bars go right for a gain, left for a loss. */
export function MarketResults({ sums: { markets, asset } }: { readonly sums: AssetPerformance }) {
  const { t } = useTexts()
  const largest = Math.max(...markets.map(({ net }) => Math.abs(Number(net))), Number.MIN_VALUE)
  return (
    <section aria-labelledby="performance-markets">
      <div className={styles.head}>
        <h2 id="performance-markets">{t('performance.byMarket')}</h2>
        <span>{t('performance.resultIn', { asset })}</span>
      </div>
      <RowList hasIcons>
        {markets.map((market) => (
          <MarketRow key={market.symbol} market={market} share={Number(market.net) / largest} />
        ))}
      </RowList>
    </section>
  )
}

interface MarketRowProps {
  readonly market: AssetPerformance['markets'][number]
  /** From -1 to 1: the bar's length and direction. */
  readonly share: number
}

function MarketRow({ market, share }: MarketRowProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const instrument = useInstrument(market.symbol)
  return (
    <RowFrame className={styles.market} href={hrefOf('contractOrders', { list: 'closed', symbol: market.symbol })}>
      <span className={styles.glyph}>
        {instrument ? <InstrumentGlyph instrument={instrument} size="small" /> : null}
      </span>
      <span className={styles.names}>
        <span>{instrument ? instrumentTitle(texts, instrument) : market.name}</span>
        <span>
          {t('performance.market', {
            contracts: formatCount(locale, market.contracts),
            won: formatCount(locale, market.won),
            tie: market.tie,
            void: market.void,
          })}
        </span>
      </span>
      <span className={styles.bar} aria-hidden="true">
        <i
          data-loss={share < 0}
          style={{ width: `${Math.abs(share) * 50}%`, left: share < 0 ? `${50 - Math.abs(share) * 50}%` : '50%' }}
        />
      </span>
      <span className={styles.net}>
        <OwnMoney amount={market.net} sign="result" />
      </span>
    </RowFrame>
  )
}
