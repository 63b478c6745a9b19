import { FactList, Tag } from '@candor/ui'
import { formatCount, formatMoney, formatUtcDate, formatUtcTime } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { Card, Recompute } from '../../shared/parts/index.ts'
import { feedChangedVoids, spanText, withoutPrices } from './record-model.ts'
import type { Incident, Incidents, Odds } from './record-model.ts'
import styles from './record.module.css'

interface IncidentsCardProps {
  readonly incidents: Incidents
  /** When they were read. */
  readonly nowMs: number
  readonly odds: Odds | undefined
}

/** What went wrong, newest first. */
export function IncidentsCard({ incidents, nowMs, odds }: IncidentsCardProps) {
  const { items, total } = incidents
  const { t, locale } = useTexts()
  return (
    <Card
      title={t('record.wrong.title')}
      aside={t('record.wrong.count', { count: formatCount(locale, total) })}
      isFlush
      foot={
        <>
          <p className={styles.source}>{t('record.wrong.source')}</p>
          <Recompute command={`npm run audit -- --log ${location.origin} --figure incidents`} />
        </>
      }
    >
      {items.length === 0 ? (
        <div className={styles.line}>
          <p className={styles.sub}>{t('record.wrong.none')}</p>
        </div>
      ) : (
        <ol>
          <li className={styles.line}>
            <Summary incidents={incidents} nowMs={nowMs} />
          </li>
          {items.map((incident) => (
            <li key={`${incident.kind} ${incident.subject} ${incident.startedMs}`} className={styles.line}>
              <IncidentRow incident={incident} />
            </li>
          ))}
        </ol>
      )}
      {odds === undefined ? null : <FeedChanges odds={odds} />}
    </Card>
  )
}

/** All times without prices as one figure. */
function Summary({ incidents, nowMs }: Omit<IncidentsCardProps, 'odds'>) {
  const { t, locale } = useTexts()
  const { ms, isAll } = withoutPrices(incidents, nowMs)
  const duration = ms === 0 ? t('record.withoutPrices.none') : spanText(locale, ms)
  const value = isAll ? duration : t('record.withoutPrices.least', { duration })
  return <FactList facts={[{ name: t('record.withoutPrices'), value }]} isBare />
}

/** Void contracts whose cause is no outage: another source set the price. */
function FeedChanges({ odds }: { readonly odds: Odds }) {
  const { t, locale } = useTexts()
  const voids = feedChangedVoids(odds)
  if (voids === null) return null
  return (
    <div className={styles.line}>
      <p className={styles.ends}>
        <b>{t('record.feedChanged')}</b>
        <span className={styles.when}>{t('record.feedChanged.days', { days: voids.days })}</span>
      </p>
      <p className={styles.sub}>{t('record.feedChanged.text')}</p>
      <p className={styles.tags}>
        <Tag>{t('record.voids', { count: formatCount(locale, voids.contracts) })}</Tag>
        <Tag>{t('record.house', { amount: formatMoney(locale, voids.houseGain, undefined, 'result') })}</Tag>
      </p>
    </div>
  )
}

function IncidentRow({ incident }: { readonly incident: Incident }) {
  const texts = useTexts()
  const { t, locale } = texts
  const { kind, reason, startedMs, endedMs, voids, log } = incident
  const isNow = endedMs === null
  const lastedMs = isNow ? 0 : endedMs - startedMs
  return (
    <>
      <p className={styles.ends}>
        <b>{incidentTitle(texts, incident)}</b>
        <span className={styles.when}>{isNow ? t('record.now') : formatUtcDate(locale, startedMs)}</span>
      </p>
      <p className={styles.sub}>{t(`record.${kind}.text`)}</p>
      <Explanations versions={incident.explanations} />
      <p className={styles.tags}>
        {isNow ? (
          <Tag tone="attention">{t('record.since', { time: `${formatUtcTime(locale, startedMs)} UTC` })}</Tag>
        ) : null}
        <Tag>{t(`record.tag.${kind}`)}</Tag>
        {reason === null ? null : <Tag>{t(`record.reason.${reason}`)}</Tag>}
        {lastedMs > 0 && kind !== 'late-withdrawals' ? (
          <Tag>{t('record.lasted', { duration: spanText(locale, lastedMs) })}</Tag>
        ) : null}
        {voids === null || voids.contracts === 0 ? null : (
          <>
            <Tag>{t('record.voids', { count: formatCount(locale, voids.contracts) })}</Tag>
            <Tag>{t('record.house', { amount: formatMoney(locale, voids.houseGain, undefined, 'result') })}</Tag>
          </>
        )}
        {log === null ? null : <span className={styles.place}>{t('record.place', { index: log.index })}</span>}
      </p>
    </>
  )
}

/** What two operators published about an incident: the newest version, and on demand all earlier ones. */
function Explanations({ versions: [newest, ...earlier] }: { readonly versions: Incident['explanations'] }) {
  const { t, locale } = useTexts()
  if (newest === undefined) return null
  const dated = ({ version, atMs }: typeof newest) =>
    t('record.explained', { version, date: formatUtcDate(locale, atMs) })
  return (
    <>
      <p className={styles.explained}>{newest.text}</p>
      <p className={styles.sub}>{dated(newest)}</p>
      {earlier.length === 0 ? null : (
        <details className={styles.full}>
          <summary>{t('record.explained.earlier')}</summary>
          {earlier.map((each) => (
            <p key={each.version}>
              {each.text} ({dated(each)})
            </p>
          ))}
        </details>
      )}
    </>
  )
}

function incidentTitle({ t, locale }: Texts, { kind, subject, endedMs, count, payment }: Incident): string {
  switch (kind) {
    case 'no-prices':
      return t('record.no-prices')
    case 'halt':
      return t(endedMs === null ? 'record.halt' : 'record.halt.lifted', { subject: subject ?? '' })
    case 'late-withdrawals':
      return t('record.late-withdrawals', { count: formatCount(locale, count ?? 0) })
    case 'correction':
      return t('record.correction', {
        amount: payment === null ? '' : formatMoney(locale, payment.amount, payment.asset, 'result'),
      })
    case 'stale':
    case 'log-late':
      return t(`record.${kind}`, { subject: subject ?? '' })
  }
}
