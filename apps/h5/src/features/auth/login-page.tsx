import { useReducer, useRef, useState } from 'react'
import { userLogin } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { Button, Logo, showToast } from '@candor/ui'
import { TranslateIcon } from '@candor/ui/icons/account'
import { sendProven } from '../../shared/account/codes/index.ts'
import { call } from '../../shared/api/index.ts'
import { focusFirstInvalid } from '../../shared/forms/index.ts'
import { languageName, useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, hrefOf, lateLayer, Page, useRouteParams } from '../../shared/page/index.ts'
import { canUsePasskeys, signInWithPasskey } from '../../shared/account/index.ts'
import { afterSignIn } from './after-sign-in.ts'
import styles from './auth.module.css'
import { useLedOn } from './led-on.ts'
import { LoginFields } from './login-fields.tsx'
import { loginErrors, loginInput, loginReducer } from './login-form-model.ts'
import { signedInBy, startLogin } from './sign-in-by.ts'
import { SignLink } from './sign-link.tsx'

/** Loaded only for an account that is disabled or closed. */
const DisabledDialog = lateLayer(async () => (await import('./disabled-dialog.tsx')).DisabledDialog)

/** Signs in with a mobile number or an e-mail address. */
export function LoginPage() {
  const { from } = useRouteParams('login')
  if (useLedOn(from)) return null
  return (
    <Page title="" trailing={<LanguageLink />}>
      <LoginView from={from} />
    </Page>
  )
}

/** The form's state, and what sends it. */
function useLogin(from: string | undefined) {
  const [form, dispatch] = useReducer(loginReducer, null, startLogin)
  const { isBusy, during } = useBusy()
  const [disabled, setDisabled] = useState<{ readonly data: unknown; readonly isClosed: boolean } | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const submit = async () => {
    dispatch({ type: 'tried' })
    if (Object.keys(loginErrors(form)).length > 0) return focusFirstInvalid(element.current)
    const result = await during(
      sendProven({
        answer: form.captcha,
        send: (captcha) => call(userLogin, loginInput({ ...form, captcha })),
      }),
    )
    if (result.ok) {
      signedInBy(form.kind)
      return afterSignIn({ token: result.value.token, msg: result.msg, from })
    }
    const isClosed = result.error === 'account-closed'
    if (isClosed || result.error === 'account-disabled') setDisabled({ data: result.data, isClosed })
    dispatch({
      type: 'refused',
      msg: result.msg,
      asksCaptcha: result.error === 'captcha-required' || result.error === 'wrong-captcha',
      asksTotp: result.error === 'totp-required' || result.error === 'wrong-totp',
    })
  }
  return { form, dispatch, isBusy, element, submit, disabled, onDisabledSeen: () => setDisabled(null) }
}

function LoginView({ from }: { readonly from: string | undefined }) {
  const { t } = useTexts()
  const { form, dispatch, isBusy, element, submit, disabled, onDisabledSeen } = useLogin(from)
  return (
    <FormScreen
      element={element}
      onSubmit={() => void submit()}
      submit={t('auth.login.submit')}
      isBusy={isBusy}
      hasDockLine={false}
      dock={(button) => (
        <>
          {button}
          {canUsePasskeys() ? <PasskeyButton from={from} /> : null}
          <SignLink before={t('auth.login.new')} to="register" label={t('auth.login.create')} from={from} />
        </>
      )}
    >
      <Brand />
      <LoginFields form={form} from={from} dispatch={dispatch} />
      <p className={styles.below}>
        <a className={styles.link} href={hrefOf('support')}>
          {t('auth.askSupport')}
        </a>
      </p>
      {disabled === null ? null : <DisabledDialog {...disabled} onClose={onDisabledSeen} />}
    </FormScreen>
  )
}

/** Signs in without a password, with a passkey of this device. */
function PasskeyButton({ from }: { readonly from: string | undefined }) {
  const { t } = useTexts()
  const { isBusy, during } = useBusy()
  const signIn = async () => {
    const result = await during(signInWithPasskey())
    if (result.ok) afterSignIn({ token: result.value.token, msg: result.msg, from })
    else if (result.error !== 'cancelled') showToast('refused', result.msg)
  }
  return (
    <Button tone="bare" isBusy={isBusy} onClick={() => void signIn()}>
      {t('auth.login.passkey')}
    </Button>
  )
}

function LanguageLink() {
  const { t, language } = useTexts()
  const name = languageName(language)
  return (
    <a className={styles.language} href={hrefOf('language')} aria-label={`${t('auth.login.language')}: ${name}`}>
      <TranslateIcon size={20} />
      {name}
    </a>
  )
}

function Brand() {
  const { t } = useTexts()
  return (
    <div className={styles.brand}>
      <h1 className={styles.name} aria-label={t('auth.login.title')}>
        <Logo height={38} />
      </h1>
      <p className={styles.promise}>
        <span>{t('auth.login.promise1')}</span>
        <span>{t('auth.login.promise2')}</span>
        <span>{t('auth.login.promise3')}</span>
      </p>
    </div>
  )
}
