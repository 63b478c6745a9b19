import { Field, Segmented } from '@candor/ui'
import { CaptchaField, EmailCode } from '../../shared/account/codes/index.ts'
import { NewPasswordFields } from '../../shared/account/new-password/index.ts'
import { EmailField, fieldErrorKey } from '../../shared/forms/index.ts'
import type { BoundField, PasswordLength } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import type { MessageKey } from '../../shared/i18n/index.ts'
import styles from './auth.module.css'
import { shownRegisterErrors } from './register-form-model.ts'
import type { RegisterAction, RegisterField, RegisterForm } from './register-form-model.ts'

export interface RegisterFieldsProps {
  readonly form: RegisterForm
  readonly length: PasswordLength
  readonly dispatch: (action: RegisterAction) => void
}

/** The text of a refusal at its field, where it says more than the server's. */
const refusedTexts: Partial<Record<RegisterField, MessageKey>> = {
  code: 'codes.wrong',
  captcha: 'codes.captcha.wrong',
}

/** The registration's fields, from the form's model. */
export function RegisterFields({ form, length, dispatch }: RegisterFieldsProps) {
  const { t } = useTexts()
  const errors = shownRegisterErrors(form, length)
  const errorOf = (field: RegisterField): string | null => {
    const error = errors[field]
    if (error === undefined) return null
    if (field === 'captcha' && error === 'required') return t('codes.captcha.required')
    const key = error === 'refused' ? refusedTexts[field] : fieldErrorKey(error)
    return key ? t(key) : form.refusal
  }
  const bind = (field: Exclude<RegisterField, 'captcha'>) => ({
    value: form[field],
    onValue: (text: string) => dispatch({ type: 'text', field, text }),
    onBlur: () => dispatch({ type: 'left', field }),
    error: errorOf(field),
  })
  return (
    <div className={styles.fields}>
      <Field
        {...bind('inviteCode')}
        label={t('auth.invite.label')}
        hint={t('auth.invite.hint')}
        isMono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
      />
      <Segmented
        label={t('auth.account.registerKind')}
        value={form.kind}
        onValue={(kind) => dispatch({ type: 'kind', kind })}
        options={[
          { value: 'mobile', label: t('auth.account.mobile') },
          { value: 'email', label: t('auth.account.email') },
        ]}
      />
      <AccountFields form={form} bind={bind} />
      <NewPasswordFields
        bind={bind}
        label={t('auth.password.label')}
        length={length}
        names={[form.mobile, form.email]}
      />
      {form.kind === 'mobile' ? (
        <CaptchaField
          round={form.captchaRound}
          answer={form.captcha}
          onAnswer={(answer) => dispatch({ type: 'captcha', answer })}
          onLeft={() => dispatch({ type: 'left', field: 'captcha' })}
          error={errorOf('captcha')}
        />
      ) : null}
    </div>
  )
}

interface AccountFieldsProps {
  readonly form: RegisterForm
  readonly bind: (field: 'mobile' | 'email' | 'code') => BoundField
}

/** A mobile number, or an e-mail address and the code sent to it. */
function AccountFields({ form, bind }: AccountFieldsProps) {
  const { t } = useTexts()
  if (form.kind === 'mobile') {
    return (
      <Field
        {...bind('mobile')}
        label={t('auth.account.mobileNumber')}
        aside={t('forms.mobileRule')}
        type="tel"
        inputMode="numeric"
        autoComplete="username"
      />
    )
  }
  return (
    <>
      <EmailField {...bind('email')} label={t('auth.account.email')} autoComplete="username" />
      <EmailCode email={form.email} purpose="register" bound={bind('code')} />
    </>
  )
}
