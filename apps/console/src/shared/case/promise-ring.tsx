import { classNames, VisuallyHidden } from '@candor/ui'
import { t } from '../i18n/index.ts'
import { distanceParts, promiseState } from './promise.ts'
import type { PromisedTime } from './promise.ts'
import styles from './promise-ring.module.css'

const radius = 12.25
const circumference = 2 * Math.PI * radius

/** How much is left of the time that the customer was promised. */
export function PromiseRing({ promise, nowMs }: { readonly promise: PromisedTime; readonly nowMs: number }) {
  const { share, isUrgent } = promiseState(promise, nowMs)
  return (
    <svg
      className={classNames(styles.ring, isUrgent && styles.urgent)}
      width={30}
      height={30}
      viewBox="0 0 30 30"
      aria-hidden="true"
    >
      <circle className={styles.track} cx={15} cy={15} r={radius} />
      <circle
        className={styles.left}
        cx={15}
        cy={15}
        r={radius}
        strokeDasharray={`${share * circumference} ${circumference}`}
      />
    </svg>
  )
}

/** "3 h 48 m" until the promise, "late 6 m" after it. */
export function PromiseLabel({ promise, nowMs }: { readonly promise: PromisedTime; readonly nowMs: number }) {
  const { isLate, isUrgent, distanceMs } = promiseState(promise, nowMs)
  const time = distanceText(distanceMs)
  return (
    <span className={classNames(styles.words, isUrgent && styles.urgentLabel)}>
      <span aria-hidden="true">{isLate ? t('shared.promise.late', { time }) : time}</span>
      <VisuallyHidden>{t(isLate ? 'shared.promise.spokenLate' : 'shared.promise.spoken', { time })}</VisuallyHidden>
    </span>
  )
}

/** A duration as text: "3 h 48 m". */
export function distanceText(distanceMs: number): string {
  const { days, hours, minutes } = distanceParts(distanceMs)
  if (days > 0) return t('shared.time.days', { days, hours })
  if (hours > 0) return t('shared.time.hours', { hours, minutes })
  return minutes > 0 ? t('shared.time.minutes', { minutes }) : t('shared.time.none')
}
