import { lazy, Suspense, useEffect, useReducer, useRef, useState } from 'react'
import { userLogin } from '@candor/api'
import { Button, Field, Logo, Note, PasswordField, Screen, Segmented, showToast, TopBar } from '@candor/ui'
import { TranslateIcon } from '@candor/ui/icons/account'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call } from '../../shared/api/index.ts'
import { CaptchaField } from '../../shared/account/codes/index.ts'
import { fieldErrorKey, focusFirstInvalid } from '../../shared/forms/index.ts'
import { languageName, useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, navigation, useRouteParams } from '../../shared/navigation/index.ts'
import { canUsePasskeys, signInWithPasskey } from '../../shared/account/index.ts'
import { afterSignIn } from './after-sign-in.ts'
import styles from './auth.module.css'
import { accountOf, emptyLogin, loginErrors, loginInput, loginReducer } from './login-form-model.ts'
import type { LoginAction, LoginForm } from './login-form-model.ts'

/** Rarely needed. */
const DisabledDialog = lazy(() => import('./disabled-dialog.tsx').then((module) => ({ default: module.DisabledDialog })))

/** Signs in with a mobile number or an e-mail address. */
export function LoginPage() {
  const { t } = useTexts()
  const { from } = useRouteParams('login')
  const [form, dispatch] = useReducer(loginReducer, emptyLogin)
  const [isBusy, setBusy] = useState(false)
  const [disabled, setDisabled] = useState<{ readonly data: unknown } | null>(null)
  const element = useRef<HTMLFormElement>(null)

  const submit = async () => {
    dispatch({ type: 'tried' })
    if (Object.keys(loginErrors(form)).length > 0) return focusFirstInvalid(element.current)
    setBusy(true)
    const result = await call(userLogin, loginInput(form))
    setBusy(false)
    if (!result.ok && result.error === 'account-disabled') setDisabled({ data: result.data })
    if (result.ok) afterSignIn({ token: result.value.token, msg: result.msg, from })
    else
      dispatch({
        type: 'refused',
        msg: result.msg,
        asksCaptcha: result.error === 'captcha-required' || result.error === 'wrong-captcha',
        asksTotp: result.error === 'totp-required' || result.error === 'wrong-totp',
      })
  }

  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Screen
        isForm
        bar={<TopBar title="" back={{ label: t('shared.action.back'), onPress: () => navigation.back() }} trailing={<LanguageLink />} />}
        dock={
          <>
            <Button type="submit" isBusy={isBusy}>
              {t('auth.login.submit')}
            </Button>
            {canUsePasskeys() ? <PasskeyButton from={from} /> : null}
            <p className={styles.below}>
              {t('auth.login.new')}{' '}
              <a
                className={styles.link}
                href={hrefOf('register', from === undefined ? {} : { from })}
                onClick={(event) => {
                  event.preventDefault()
                  navigation.redirect('register', from === undefined ? {} : { from })
                }}
              >
                {t('auth.login.create')}
              </a>
            </p>
          </>
        }
      >
        <Brand />
        <LoginFields form={form} from={from} dispatch={dispatch} />
        <Suspense fallback={null}>
          {disabled === null ? null : <DisabledDialog data={disabled.data} onClose={() => setDisabled(null)} />}
        </Suspense>
      </Screen>
    </form>
  )
}

/** Signs in without a password, with a passkey of this device. */
function PasskeyButton({ from }: { readonly from: string | undefined }) {
  const { t } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const signIn = async () => {
    setBusy(true)
    const result = await signInWithPasskey()
    setBusy(false)
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

interface LoginFieldsProps {
  readonly form: LoginForm
  readonly from: string | undefined
  readonly dispatch: (action: LoginAction) => void
}

function LoginFields({ form, from, dispatch }: LoginFieldsProps) {
  const { t } = useTexts()
  const errors = loginErrors(form)
  const shown = (field: 'account' | 'loginPassword' | 'totp') => {
    const key = form.visited.has(field) ? fieldErrorKey(errors[field]) : null
    return key === null ? null : t(key)
  }
  const isMobile = form.kind === 'mobile'
  return (
    <div className={styles.fields}>
      <Segmented
        label={t('auth.account.kind')}
        value={form.kind}
        onValue={(kind) => dispatch({ type: 'kind', kind })}
        options={[
          { value: 'mobile', label: t('auth.account.mobile') },
          { value: 'email', label: t('auth.account.email') },
        ]}
      />
      <Field
        key={form.kind}
        label={isMobile ? t('auth.account.mobileNumber') : t('auth.account.email')}
        type={isMobile ? 'tel' : 'email'}
        inputMode={isMobile ? 'numeric' : 'email'}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={accountOf(form)}
        onValue={(text) => dispatch({ type: 'account', text })}
        onBlur={() => dispatch({ type: 'left', field: 'account' })}
        error={shown('account')}
      />
      <PasswordField
        label={t('auth.password.label')}
        showLabel={t('auth.password.show')}
        hideLabel={t('auth.password.hide')}
        autoComplete="current-password"
        aside={
          <a className={styles.forgot} href={hrefOf('passwordForgot', from === undefined ? {} : { from })}>
            {t('auth.login.forgot')}
          </a>
        }
        value={form.loginPassword}
        onValue={(text) => dispatch({ type: 'password', text })}
        onBlur={() => dispatch({ type: 'left', field: 'loginPassword' })}
        error={shown('loginPassword')}
      />
      {form.needsTotp ? <TotpField form={form} error={shown('totp')} dispatch={dispatch} /> : null}
      {form.needsCaptcha ? (
        <CaptchaField
          round={form.captchaRound}
          answer={form.captcha}
          onAnswer={(answer) => dispatch({ type: 'captcha', answer })}
          onLeft={() => dispatch({ type: 'left', field: 'captcha' })}
          error={form.visited.has('captcha') && errors.captcha ? t('codes.captcha.required') : null}
        />
      ) : null}
      {form.refusal === null ? null : (
        <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
          {form.refusal}
        </Note>
      )}
    </div>
  )
}

interface TotpFieldProps {
  readonly form: LoginForm
  readonly error: string | null
  readonly dispatch: (action: LoginAction) => void
}

/** The second step. It appears when the server requires it, and takes the focus. */
function TotpField({ form, error, dispatch }: TotpFieldProps) {
  const { t } = useTexts()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={element}>
      <Field
        label={t('auth.login.totp')}
        hint={t('auth.login.totpHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={form.totp}
        onValue={(text) => dispatch({ type: 'totp', text })}
        onBlur={() => dispatch({ type: 'left', field: 'totp' })}
        error={error}
      />
    </div>
  )
}
