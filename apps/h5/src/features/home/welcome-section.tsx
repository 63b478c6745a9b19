import { Button } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, pathOf } from '../../shared/page/index.ts'
import { useMode } from '../../shared/money/index.ts'
import styles from './welcome-section.module.css'

/** In place of the money: what this is, and how to start. */
export function WelcomeSection() {
  const { t } = useTexts()
  const mode = useMode()
  const from = pathOf('home')
  return (
    <section className={styles.welcome}>
      <h2>{t('home.welcome')}</h2>
      <p>{t(mode === 'sandbox' ? 'home.welcome.sandbox' : 'home.welcome.live')}</p>
      <div className={styles.ways}>
        <Button onClick={() => navigation.navigate('register', { from })}>{t('shared.action.register')}</Button>
        <Button tone="quiet" onClick={() => navigation.navigate('login', { from })}>
          {t('shared.action.signIn')}
        </Button>
      </div>
    </section>
  )
}
