import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, Page, PageScreen } from '../../shared/page/index.ts'
import styles from './security-page.module.css'
import { OwnData } from './own-data.tsx'
import { AccountRows, GuardRows } from './security-rows.tsx'
import { Sessions } from './sessions.tsx'
import { StepsCard } from './steps-card.tsx'

/** The security centre: what protects the account, and what is missing. */
export function SecurityPage() {
  const { t } = useTexts()
  return (
    <Page title={t('security.title')} signedOut={t('security.signedOut')}>
      <PageScreen>
        <div className={styles.page}>
          <StepsCard />
          <AccountRows />
          <h2 className={styles.section}>{t('security.more')}</h2>
          <GuardRows />
          <Sessions />
          <OwnData />
          <p className={styles.note}>{t('security.pause')}</p>
          <a className={styles.closing} href={hrefOf('closeAccount')}>
            {t('security.close')}
          </a>
        </div>
      </PageScreen>
    </Page>
  )
}
