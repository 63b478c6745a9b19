import { classNames } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Legend } from '../../shared/parts/index.ts'
import { barOf, keptText, missingOf, promiseAt, spanText } from './record-model.ts'
import type { Step } from './record-model.ts'
import styles from './record.module.css'

/** Each promise with how it was kept; all bars share one scale. */
export function PromisesCard({ steps }: { readonly steps: readonly Step[] }) {
  const { t } = useTexts()
  return (
    <Card title={t('record.promises.title')} isFlush foot={<p className={styles.source}>{t('record.recompute')}</p>}>
      <Legend
        className={styles.key}
        marks={[
          [styles.half, t('record.key.half')],
          [styles.most, t('record.key.most')],
          [styles.promise, t('record.key.promise')],
          [styles.late, t('record.key.late')],
        ]}
      />
      <ul>
        {steps.map((step) => (
          <li key={step.name} className={styles.line}>
            <PromiseRow step={step} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PromiseRow({ step }: { readonly step: Step }) {
  const { t, locale } = useTexts()
  const kept = keptText(locale, step)
  const missing = missingOf(step)
  const isBroken = (step.inTime ?? step.done) < step.done || step.overdueNow > 0
  const none = missing > 0 ? t('record.missing', { count: missing }) : t('record.none')
  const span = (ms: number) => spanText(locale, ms)
  const { half, most, late } = barOf(step)
  const { medianMs, ninetyFiveMs, promisedWithinMs, overdueNow } = step
  const times = medianMs === null || ninetyFiveMs === null ? null : { half: span(medianMs), most: span(ninetyFiveMs) }
  return (
    <>
      <p className={styles.ends}>
        <b>{t(`record.promise.${step.name}`)}</b>
        <span className={classNames(styles.rate, isBroken && styles.attention)}>
          {kept === null ? none : t('record.kept', { rate: kept })}
          {overdueNow === 0 ? null : <> · {t('record.lateNow', { count: overdueNow })}</>}
        </span>
      </p>
      <div
        className={styles.bar}
        role={times === null ? undefined : 'img'}
        aria-label={times === null ? undefined : t('record.bar', { ...times, promise: span(promisedWithinMs) })}
      >
        <i className={styles.most} style={{ width: `${most}%` }} />
        {late > 0 ? <i className={styles.late} style={{ left: `${promiseAt}%`, width: `${late}%` }} /> : null}
        {times === null ? null : <i className={styles.half} style={{ width: `${half}%` }} />}
        <i className={styles.promise} style={{ left: `${promiseAt}%` }} />
      </div>
      <p className={classNames(styles.ends, styles.small)}>
        <span>{t(`record.within.${step.name}`, { time: span(promisedWithinMs) })}</span>
        {times === null ? null : <span>{t('record.times', times)}</span>}
      </p>
    </>
  )
}
