import { indexPay, userInfo } from '@candor/api'
import { Card } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './steps-card.module.css'
import { securityProgress } from './steps-model.ts'
import type { SecurityProgress } from './steps-model.ts'

const diameterPx = 64
const strokePx = 9

/** How far the account is protected, and the step to take next. */
export function StepsCard() {
  const { t } = useTexts()
  const { data: user } = useQuery(queryFor(userInfo, {}))
  const { data: pay, error } = useQuery(queryFor(indexPay, {}))
  const isPayKnown = pay !== undefined || error?.failure.error === 'no-payment-password'
  const progress =
    user === undefined || !isPayKnown
      ? null
      : securityProgress({
          hasPaymentPassword: pay !== undefined,
          hasEmail: user.email !== null,
          hasPhone: user.mobile !== null,
        })
  return (
    <div className={styles.card}>
      <Card isPadded>
        <div className={styles.line}>
          <StepsRing progress={progress} />
          {progress === null ? null : (
            <div className={styles.words}>
              <h2 className={styles.title}>{t('security.steps', { count: progress.all - progress.done })}</h2>
              <p className={styles.next}>{t(`security.steps.${progress.next ?? 'done'}`)}</p>
            </div>
          )}
        </div>
      </Card>
    </div>
  )
}

function StepsRing({ progress }: { readonly progress: SecurityProgress | null }) {
  const { t } = useTexts()
  const centre = diameterPx / 2
  const radius = centre - strokePx / 2
  const circumference = 2 * Math.PI * radius
  const share = progress === null ? 0 : progress.done / progress.all
  return (
    <div className={styles.ring}>
      <svg width={diameterPx} height={diameterPx} viewBox={`0 0 ${diameterPx} ${diameterPx}`} aria-hidden="true">
        <circle className={styles.track} cx={centre} cy={centre} r={radius} strokeWidth={strokePx} />
        {share === 0 ? null : (
          <circle
            className={styles.arc}
            cx={centre}
            cy={centre}
            r={radius}
            strokeWidth={strokePx}
            strokeDasharray={`${share * circumference} ${circumference}`}
            transform={`rotate(-90 ${centre} ${centre})`}
          />
        )}
      </svg>
      {progress === null ? null : (
        <span
          className={styles.count}
          role="img"
          aria-label={t('security.steps.ofAll', { done: progress.done, all: progress.all })}
        >
          {progress.done}/{progress.all}
        </span>
      )}
    </div>
  )
}
