import { formatCount } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Legend } from '../../shared/parts/index.ts'
import { bandText, durationLabel } from './group-labels.ts'
import { contractsOf } from './odds-model.ts'
import type { Odds, OddsSpan } from './odds-model.ts'
import styles from './odds.module.css'
import { SourceFoot } from './source-foot.tsx'
import { WinsChart } from './wins-chart.tsx'
import type { WinsRow } from './wins-chart.tsx'

interface WinsCardProps {
  readonly span: OddsSpan
  readonly place: Odds['newestDay']
}

/** How often contracts were won, by the size of their stake. */
export function WinsByStake({ span, place }: WinsCardProps) {
  const texts = useTexts()
  const rows = span.byStake.map((group) => ({ label: bandText(texts, group), group }))
  return <WinsCard kind="stake" rows={rows} span={span} place={place} />
}

/** How often contracts were won, by their duration. */
export function WinsByDuration({ span, place }: WinsCardProps) {
  const texts = useTexts()
  const rows = span.byDuration.map((group) => ({ label: durationLabel(texts, group.durationMs), group }))
  return <WinsCard kind="duration" rows={rows} span={span} place={place} />
}

function WinsCard({
  kind,
  rows,
  span,
  place,
}: WinsCardProps & { readonly kind: 'stake' | 'duration'; readonly rows: readonly WinsRow[] }) {
  const { t, locale } = useTexts()
  return (
    <Card
      title={t(`odds.${kind}.title`)}
      foot={<SourceFoot of="days" place={place} figure={`wins-by-${kind}`} days={span.days} />}
    >
      <p className={styles.sub}>{t(`odds.${kind}.text`)}</p>
      <WinsChart rows={rows} />
      <Legend
        className={styles.key}
        marks={[
          [styles.full, t('odds.key.won')],
          [styles.bandMark, t('odds.key.chance')],
          [styles.lineMark, t('odds.key.breakEven')],
        ]}
      />
      <p className={styles.left}>{t('odds.leftOut', { count: formatCount(locale, contractsOf(span).leftOut) })}</p>
    </Card>
  )
}
