import { Screen, TopBar } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { SignedOutState } from '../../shared/states/index.ts'
import styles from './security-page.module.css'
import { AccountRows, GuardRows } from './security-rows.tsx'
import { Sessions } from './sessions.tsx'
import { StepsCard } from './steps-card.tsx'

/** The security centre: what protects the account, and where it is open. */
export function SecurityPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  return (
    <Screen
      bar={
        <TopBar
          title={t('security.title')}
          back={{ label: t('shared.action.back'), onPress: () => navigation.back() }}
        />
      }
    >
      {isSignedIn ? (
        <div className={styles.page}>
          <StepsCard />
          <AccountRows />
          <h2 className={styles.section}>{t('security.more')}</h2>
          <GuardRows />
          <Sessions />
          <p className={styles.note}>{t('security.pause')}</p>
        </div>
      ) : (
        <SignedOutState text={t('security.signedOut')} />
      )}
    </Screen>
  )
}
