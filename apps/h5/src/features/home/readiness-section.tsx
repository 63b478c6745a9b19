import { loadTexts } from '../../shared/i18n/index.ts'
import { latePart } from '../../shared/page/index.ts'
import styles from './home-page.module.css'

/** Its code and texts load after the first screen's, and home works without them. */
const ReadinessCard = latePart(async () => {
  const [part] = await Promise.all([import('../../shared/account/readiness/index.ts'), loadTexts('readiness')])
  return part.ReadinessCard
})

/** What is still missing before a withdrawal is possible. */
export function ReadinessSection() {
  return (
    <div className={styles.readiness}>
      <ReadinessCard />
    </div>
  )
}
