import { useTexts } from '../i18n/index.ts'
import { publicOrigin } from './acceptance/index.ts'
import styles from './without-us.module.css'

/** The way to the page that verifies receipts without this app, and without a connection once it is saved. */
export function WithoutUs() {
  const { t } = useTexts()
  return (
    <p className={styles.line}>
      <a href={`${publicOrigin()}/verify/`} target="_blank" rel="noopener noreferrer">
        {t('proof.without')}
      </a>
    </p>
  )
}
