import { useTexts } from '../../shared/i18n/index.ts'
import { Card } from '../../shared/parts/index.ts'
import styles from './odds.module.css'

/** Why the house publishes this, and why a contract needs nobody on the opposite side. */
export function WhyCard() {
  const { t } = useTexts()
  return (
    <Card title={t('odds.why.title')}>
      <p className={styles.sub}>{t('odds.why.text')}</p>
    </Card>
  )
}
