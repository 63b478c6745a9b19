import { Button, Card } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, pathOf } from '../../shared/page/index.ts'
import styles from './mine-page.module.css'

/** In place of the account: how to sign in. */
export function SignedOutCard() {
  const { t } = useTexts()
  const from = pathOf('mine')
  return (
    <Card isPadded>
      <div className={styles.signedOut}>
        <h2>{t('mine.signedOut.title')}</h2>
        <p>{t('mine.signedOut.text')}</p>
        <Button onClick={() => navigation.navigate('login', { from })}>{t('mine.signIn')}</Button>
        <Button tone="bare" onClick={() => navigation.navigate('register', { from })}>
          {t('shared.action.register')}
        </Button>
      </div>
    </Card>
  )
}
