import { formatPercent } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Figure, Legend, TooFew } from '../../shared/parts/index.ts'
import { lostOfHundred } from './odds-model.ts'
import type { Odds, OddsSpan } from './odds-model.ts'
import styles from './odds.module.css'
import { SourceFoot } from './source-foot.tsx'

interface LosersCardProps {
  readonly spans: readonly OddsSpan[]
  readonly chosen: OddsSpan
  readonly place: Odds['newestDay']
}

/** The share of customers who lost, as a hundred people: the chosen span first, then the others. */
export function LosersCard({ spans, chosen, place }: LosersCardProps) {
  const { t, locale } = useTexts()
  const lost = lostOfHundred(chosen.losers)
  const { customers, missing } = chosen.losers
  const shown = [chosen, ...spans.filter((span) => span !== chosen)].flatMap((span) => {
    const count = lostOfHundred(span.losers)
    return count === null ? [] : [{ days: span.days, count }]
  })
  return (
    <Card
      title={t('odds.lost.title')}
      foot={<SourceFoot of="share" place={place} figure="customers-who-lost" days={chosen.days} />}
    >
      {lost === null ? (
        <TooFew have={customers} need={customers + missing} />
      ) : (
        <>
          <div className={styles.shares}>
            {shown.map(({ days, count }, index) => (
              <Figure
                key={days}
                label={t('odds.lost.over', { days })}
                value={formatPercent(locale, String(count), { decimals: 0 })}
                size={index === 0 ? 'large' : 'medium'}
              />
            ))}
          </div>
          <div className={styles.people} role="img" aria-label={t('odds.lost.people', { count: lost })}>
            {Array.from({ length: 100 }, (_, index) => (
              <i key={index} className={index < lost ? styles.full : undefined} />
            ))}
          </div>
          <Legend
            className={styles.key}
            marks={[
              [styles.full, t('odds.lost.key.lost')],
              [undefined, t('odds.lost.key.other')],
            ]}
          />
        </>
      )}
    </Card>
  )
}
