import { userPasswordForgot } from '@candor/api'
import { Button, Field, Note, PasswordField, Screen, showToast, TopBar } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call } from '../../shared/api/index.ts'
import { EmailCode } from '../../shared/account/codes/index.ts'
import { fieldErrorKey, shownErrors, useTextForm } from '../../shared/forms/index.ts'
import type { TextFormAction } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, navigation, useRouteParams } from '../../shared/page/index.ts'
import { session } from '../../shared/device/index.ts'
import styles from './auth.module.css'
import { emptyForgot, forgotErrors, forgotInput, refusedForgotField } from './forgot-form-model.ts'
import type { ForgotField, ForgotForm } from './forgot-form-model.ts'

/**
 * Sets a new login password with a code from the account's e-mail. Afterwards every device has to sign in again, this
 * one too.
 */
export function ForgotPage() {
  const { t } = useTexts()
  const { from } = useRouteParams('passwordForgot')
  const { form, dispatch, isBusy, element, onSubmit } = useTextForm({
    empty: emptyForgot,
    errors: forgotErrors,
    refusedField: refusedForgotField,
    send: (filled) => call(userPasswordForgot, forgotInput(filled)),
    done: (msg) => {
      session.signOut()
      showToast('done', msg)
      navigation.redirect('login', from === undefined ? {} : { from })
    },
  })

  return (
    <form ref={element} noValidate className={styles.form} onSubmit={onSubmit}>
      <Screen
        isForm
        hasDockLine
        bar={
          <TopBar
            title={t('auth.forgot.title')}
            back={{ label: t('shared.action.back'), onPress: () => navigation.back() }}
          />
        }
        dock={
          <Button type="submit" isBusy={isBusy}>
            {t('auth.forgot.submit')}
          </Button>
        }
      >
        <p className={styles.lead}>{t('auth.forgot.lead')}</p>
        <ForgotFields form={form} dispatch={dispatch} />
        <div className={styles.without}>
          <h2>{t('auth.forgot.noEmailTitle')}</h2>
          <p>{t('auth.forgot.noEmail')}</p>
          <a className={styles.link} href={hrefOf('recover')}>
            {t('auth.forgot.recover')}
          </a>
        </div>
      </Screen>
    </form>
  )
}

interface ForgotFieldsProps {
  readonly form: ForgotForm
  readonly dispatch: (action: TextFormAction<ForgotField>) => void
}

function ForgotFields({ form, dispatch }: ForgotFieldsProps) {
  const { t } = useTexts()
  const errors = shownErrors(form, forgotErrors(form))
  const bind = (field: ForgotField) => {
    const error = errors[field]
    const key = error === 'refused' ? 'codes.wrong' : fieldErrorKey(error)
    return {
      value: form.texts[field],
      onValue: (text: string) => dispatch({ type: 'text', field, text: field === 'email' ? text.trim() : text }),
      onBlur: () => dispatch({ type: 'left', field }),
      error: key === null ? null : t(key),
    }
  }
  const labels = {
    showLabel: t('auth.password.show'),
    hideLabel: t('auth.password.hide'),
    autoComplete: 'new-password',
  }
  return (
    <div className={styles.fields}>
      <Field
        {...bind('email')}
        label={t('auth.forgot.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <EmailCode email={form.texts.email} purpose="password-forgot" bound={bind('code')} />
      <p className={styles.hint}>{t('auth.forgot.noMail')}</p>
      <PasswordField
        {...bind('loginPassword')}
        {...labels}
        label={t('auth.forgot.new')}
        aside={t('auth.password.limits')}
      />
      <PasswordField {...bind('loginPassword2')} {...labels} label={t('auth.password.repeat')} />
      {form.refusal === null ? null : (
        <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
          {form.refusal}
        </Note>
      )}
    </div>
  )
}
