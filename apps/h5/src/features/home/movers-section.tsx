import type { InstrumentView } from '@candor/api'
import { Card } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { instrumentDetail, instrumentTitle, shortSourceLabel, sourceLabel } from '../../shared/instrument/index.ts'
import { MarketRow, MarketRowList } from '../../shared/instrument/market-row/index.ts'
import { hrefOf, navigation, pathOf } from '../../shared/page/index.ts'
import styles from './home-page.module.css'
import type { HomeSummary } from './home-queries.ts'
import { useLongPress } from './use-long-press.ts'

export interface MoversSectionProps {
  readonly movers: HomeSummary['movers']
  readonly instruments: readonly InstrumentView[]
}

/** The open instruments that moved most, with live prices. A long press on one opens its info. */
export function MoversSection({ movers, instruments }: MoversSectionProps) {
  const texts = useTexts()
  const { t } = texts
  const catalogue = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const rows = movers.flatMap((quote) => {
    const instrument = catalogue.get(quote.symbol)
    return instrument === undefined ? [] : [{ quote, instrument }]
  })
  const longPress = useLongPress((link) => {
    const pressed = rows.find(
      ({ instrument: { symbol } }) => link.getAttribute('href') === hrefOf('contract', { symbol }),
    )
    if (pressed !== undefined)
      navigation.navigate('investInfo', { type: 'instrument', id: pressed.instrument.symbol, from: pathOf('home') })
  })
  const sources = rows.map(({ instrument }) => instrument.source)
  const label = sourceLabel(sources)
  const isMixed = new Set(sources).size > 1
  return (
    <section>
      <div className={styles.head}>
        <h2>{t('home.movers')}</h2>
        <a
          href={hrefOf('market')}
          onClick={(event) => {
            event.preventDefault()
            navigation.switchTab('market')
          }}
        >
          {t('home.movers.all')}
        </a>
      </div>
      {label === null ? null : <p className={styles.source}>{t(label)}</p>}
      {rows.length === 0 ? (
        <Card isPadded>
          <p className={styles.none}>{t('home.movers.none')}</p>
        </Card>
      ) : (
        <div className={styles.movers} {...longPress}>
          <MarketRowList>
            {rows.map(({ quote, instrument }) => {
              const source = isMixed ? shortSourceLabel(instrument.source) : null
              const detail = instrumentDetail(texts, instrument)
              return (
                <MarketRow
                  key={quote.symbol}
                  instrument={instrument}
                  title={instrumentTitle(texts, instrument)}
                  detail={source === null ? detail : `${detail} · ${t(source)}`}
                  spark={quote.spark}
                  open={quote.open}
                />
              )
            })}
          </MarketRowList>
        </div>
      )}
    </section>
  )
}
