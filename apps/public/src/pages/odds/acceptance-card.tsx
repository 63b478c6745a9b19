import { classNames, VisuallyHidden } from '@candor/ui'
import { formatCount } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Legend } from '../../shared/parts/index.ts'
import { bandText } from './group-labels.ts'
import type { OddsSpan } from './odds-model.ts'
import styles from './odds.module.css'

/** How long orders took to be accepted, by the size of their stake. */
export function AcceptanceCard({ span }: { readonly span: OddsSpan }) {
  const { t } = useTexts()
  const rows = span.acceptance.byStake
  const longestMs = Math.max(1, ...rows.map(({ times }) => times?.ninetyNineWithinMs ?? 0))
  return (
    <Card title={t('odds.accept.title')}>
      <p className={styles.sub}>{t('odds.accept.text')}</p>
      <ul className={styles.chart}>
        {rows.map((row) => (
          <li key={row.stakeFrom} className={styles.row}>
            <AcceptanceRow row={row} longestMs={longestMs} />
          </li>
        ))}
      </ul>
      <Legend
        className={styles.key}
        marks={[
          [classNames(styles.full, styles.wide), t('odds.accept.half')],
          [classNames(styles.most, styles.wide), t('odds.accept.most')],
        ]}
      />
      <p className={styles.left}>{t('odds.source.server')}</p>
    </Card>
  )
}

interface AcceptanceRowProps {
  readonly row: OddsSpan['acceptance']['byStake'][number]
  readonly longestMs: number
}

function AcceptanceRow({ row, longestMs }: AcceptanceRowProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const label = bandText(texts, row)
  const ms = (count: number) => t('odds.accept.ms', { ms: formatCount(locale, count) })
  const { times, missing } = row
  if (times === null)
    return (
      <>
        <span className={styles.name}>{label}</span>
        <span className={styles.track} />
        <span className={classNames(styles.value, styles.few)}>
          {t('odds.group.missing', { count: formatCount(locale, missing) })}
        </span>
      </>
    )
  const { halfWithinMs, ninetyNineWithinMs } = times
  return (
    <>
      <VisuallyHidden>
        {t('odds.accept.row', { group: label, half: ms(halfWithinMs), most: ms(ninetyNineWithinMs) })}
      </VisuallyHidden>
      <span className={styles.name} aria-hidden="true">
        {label}
      </span>
      <span className={styles.track} aria-hidden="true">
        <i className={styles.mostBar} style={{ width: `${(100 * ninetyNineWithinMs) / longestMs}%` }} />
        <i className={styles.halfBar} style={{ width: `${(100 * halfWithinMs) / longestMs}%` }} />
      </span>
      <span className={styles.value} aria-hidden="true">
        {formatCount(locale, halfWithinMs)} · {formatCount(locale, ninetyNineWithinMs)}
      </span>
    </>
  )
}
