import { indexPay, securityLoginPassword, userInfo, userSessions } from '@candor/api'
import { PasswordField, showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { NewPasswordFields, usePasswordLength } from '../../shared/account/new-password/index.ts'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { RefusalNote, useTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, hrefOf, navigation, pageOf } from '../../shared/page/index.ts'
import {
  emptyLoginPassword,
  loginPasswordErrors,
  loginPasswordInput,
  refusedLoginPasswordField,
} from './login-password-form-model.ts'
import styles from './security-page.module.css'

/** Changes the login password; the other devices are signed out. */
export const LoginPasswordPage = pageOf(
  { title: 'security.change.title', signedOut: 'security.signedOut' },
  PasswordForm,
)

function PasswordForm() {
  const { t } = useTexts()
  const length = usePasswordLength()
  const { data: user } = useQuery(queryFor(userInfo, {}))
  const { form, bind, isBusy, element, onSubmit } = useTextForm({
    empty: emptyLoginPassword,
    errors: (typed) => loginPasswordErrors(typed, length),
    ownText: (_field, error) => (error === 'refused' ? t('security.change.wrongOld') : undefined),
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
      <div className={styles.fields}>
        <PasswordField
          {...bind('oldPassword')}
          showLabel={t('security.change.show')}
          hideLabel={t('security.change.hide')}
          autoComplete="current-password"
          label={t('security.change.old')}
          aside={
            <a className={styles.forgot} href={hrefOf('passwordForgot')}>
              {t('security.change.forgot')}
            </a>
          }
        />
        <NewPasswordFields
          bind={bind}
          label={t('security.change.new')}
          length={length}
          names={[user?.id, user?.mobile, user?.email].flatMap((name) => name ?? [])}
        />
        <RefusalNote text={form.refusal} />
      </div>
    </FormScreen>
  )
}
