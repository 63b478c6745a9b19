import { indexPay, securityLoginPassword, userInfo, userSessions } from '@candor/api'
import { PasswordField, showToast } from '@candor/ui'
import { call, invalidate } from '../../shared/api/index.ts'
import { RefusalNote, useBoundFields, useTextForm } from '../../shared/forms/index.ts'
import type { TextFormAction } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, hrefOf, navigation, Page } from '../../shared/page/index.ts'
import {
  emptyLoginPassword,
  loginPasswordErrors,
  loginPasswordInput,
  refusedLoginPasswordField,
} from './login-password-form-model.ts'
import type { LoginPasswordField, LoginPasswordForm } from './login-password-form-model.ts'
import styles from './security-page.module.css'

/** Changes the login password; the other devices are signed out. */
export function LoginPasswordPage() {
  const { t } = useTexts()
  return (
    <Page title={t('security.change.title')} signedOut={t('security.signedOut')}>
      <PasswordForm />
    </Page>
  )
}

function PasswordForm() {
  const { t } = useTexts()
  const { form, dispatch, isBusy, element, onSubmit } = useTextForm({
    empty: emptyLoginPassword,
    errors: loginPasswordErrors,
    refusedField: refusedLoginPasswordField,
    send: (filled) => call(securityLoginPassword, loginPasswordInput(filled)),
    done: (msg) => {
      invalidate(indexPay, userInfo, userSessions)
      showToast('done', msg)
      navigation.back()
    },
  })

  return (
    <FormScreen element={element} onSubmit={onSubmit} submit={t('security.change.submit')} isBusy={isBusy}>
      <p className={styles.lead}>{t('security.change.lead')}</p>
      <PasswordFields form={form} dispatch={dispatch} />
    </FormScreen>
  )
}

interface PasswordFieldsProps {
  readonly form: LoginPasswordForm
  readonly dispatch: (action: TextFormAction<LoginPasswordField>) => void
}

function PasswordFields({ form, dispatch }: PasswordFieldsProps) {
  const { t } = useTexts()
  const bound = useBoundFields({
    form,
    dispatch,
    errors: loginPasswordErrors,
    ownText: (_field, error) => (error === 'refused' ? t('security.change.wrongOld') : undefined),
  })
  const bind = (field: LoginPasswordField) => ({
    ...bound(field),
    showLabel: t('security.change.show'),
    hideLabel: t('security.change.hide'),
    autoComplete: field === 'oldPassword' ? 'current-password' : 'new-password',
  })
  return (
    <div className={styles.fields}>
      <PasswordField
        {...bind('oldPassword')}
        label={t('security.change.old')}
        aside={
          <a className={styles.forgot} href={hrefOf('passwordForgot')}>
            {t('security.change.forgot')}
          </a>
        }
      />
      <PasswordField {...bind('loginPassword')} label={t('security.change.new')} aside={t('security.change.limits')} />
      <PasswordField {...bind('loginPassword2')} label={t('security.change.repeat')} />
      <RefusalNote text={form.refusal} />
    </div>
  )
}
