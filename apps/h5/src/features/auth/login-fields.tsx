import { useEffect, useRef } from 'react'
import { PasswordField, Segmented } from '@candor/ui'
import { CaptchaField } from '../../shared/account/codes/index.ts'
import { MobileField } from '../../shared/account/mobile/index.ts'
import { AuthenticatorField, EmailField, fieldErrorKey, RefusalNote } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import styles from './auth.module.css'
import { accountOf, loginErrors } from './login-form-model.ts'
import type { LoginAction, LoginForm } from './login-form-model.ts'

export interface LoginFieldsProps {
  readonly form: LoginForm
  readonly from: string | undefined
  readonly dispatch: (action: LoginAction) => void
}

/** The fields of the login; the second step and the graphic code come when the server asks for them. */
export function LoginFields({ form, from, dispatch }: LoginFieldsProps) {
  const { t } = useTexts()
  const errors = loginErrors(form)
  const shown = (field: 'account' | 'loginPassword' | 'totp') => {
    const key = form.visited.has(field) ? fieldErrorKey(errors[field], field === 'account' ? form.kind : field) : null
    return key === null ? null : t(key)
  }
  const account = {
    autoComplete: 'username',
    value: accountOf(form),
    onValue: (text: string) => dispatch({ type: 'account', text }),
    onBlur: () => dispatch({ type: 'left', field: 'account' }),
    error: shown('account'),
  } as const
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
      {form.kind === 'mobile' ? (
        <MobileField {...account} label={t('auth.account.mobileNumber')} />
      ) : (
        <EmailField {...account} label={t('auth.account.email')} />
      )}
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
      <RefusalNote text={form.refusal} />
    </div>
  )
}

interface TotpFieldProps {
  readonly form: LoginForm
  readonly error: string | null
  readonly dispatch: (action: LoginAction) => void
}

/** The second step. It takes the focus when it appears. */
function TotpField({ form, error, dispatch }: TotpFieldProps) {
  const { t } = useTexts()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={element}>
      <AuthenticatorField
        label={t('auth.login.totp')}
        hint={t('auth.login.totpHint')}
        value={form.totp}
        onValue={(text) => dispatch({ type: 'totp', text })}
        onBlur={() => dispatch({ type: 'left', field: 'totp' })}
        error={error}
      />
    </div>
  )
}
