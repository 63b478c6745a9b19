import { lazy, Suspense } from 'react'
import { loadTexts } from '../../shared/i18n/index.ts'
import styles from './home-page.module.css'

/** Its code and texts come later than the first screen's, and home does without them where they do not come. */
const ReadinessCard = lazy(() =>
  Promise.all([import('../../shared/account/readiness/index.ts'), loadTexts('readiness')])
    .then(([{ ReadinessCard }]) => ({ default: ReadinessCard }))
    .catch(() => ({ default: () => null })),
)

/** What is still missing before a withdrawal would work. */
export function ReadinessSection() {
  return (
    <div className={styles.readiness}>
      <Suspense fallback={null}>
        <ReadinessCard />
      </Suspense>
    </div>
  )
}
