import { lazy, Suspense } from 'react'
import { loadTexts } from '../../shared/i18n/index.ts'
import styles from './home-page.module.css'

/** Its code and texts load after the first screen's, and home works without them. */
const ReadinessCard = lazy(() =>
  Promise.all([import('../../shared/account/readiness/index.ts'), loadTexts('readiness')])
    .then(([{ ReadinessCard }]) => ({ default: ReadinessCard }))
    .catch(() => ({ default: () => null })),
)

/** What is still missing before a withdrawal is possible. */
export function ReadinessSection() {
  return (
    <div className={styles.readiness}>
      <Suspense fallback={null}>
        <ReadinessCard />
      </Suspense>
    </div>
  )
}
