import { Button, StatePanel } from '@candor/ui'
import { SignInIcon } from '@candor/ui/icons/state'
import { useTexts } from '../i18n/index.ts'
import { navigation, useLocation } from './app-navigation.ts'

/** The no-permission state of a screen that needs a login. Returns here afterwards. */
export function SignedOutState({ text }: { readonly text: string }) {
  const { t } = useTexts()
  const { pathname, search } = useLocation()
  const from = pathname + search
  return (
    <StatePanel
      icon={<SignInIcon size={28} />}
      title={t('shared.signedOut.title')}
      text={text}
      actions={
        <>
          <Button onClick={() => navigation.navigate('login', { from })}>{t('shared.action.signIn')}</Button>
          <Button tone="bare" onClick={() => navigation.navigate('register', { from })}>
            {t('shared.action.register')}
          </Button>
        </>
      }
    />
  )
}
