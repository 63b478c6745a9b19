import { userPasswordForgot } from '@candor/api'
import { showToast } from '@candor/ui'
import { call } from '../../shared/api/index.ts'
import { EmailCode } from '../../shared/account/codes/index.ts'
import { NewPasswordFields, usePasswordLength } from '../../shared/account/new-password/index.ts'
import { EmailField, RefusalNote, useTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, hrefOf, navigation, Page, useRouteParams } from '../../shared/page/index.ts'
import { session } from '../../shared/device/index.ts'
import styles from './auth.module.css'
import { emptyForgot, forgotErrors, forgotInput, refusedForgotField } from './forgot-form-model.ts'
import { startNextLoginWith } from './sign-in-by.ts'

/**
 * Sets a new login password with a code from the account's e-mail. Afterwards every device has to sign in again, this
 * one too.
 */
export function ForgotPage() {
  const { t } = useTexts()
  const { from } = useRouteParams('passwordForgot')
  const length = usePasswordLength()
  const { form, bind, isBusy, element, onSubmit } = useTextForm({
    empty: emptyForgot,
    errors: (typed) => forgotErrors(typed, length),
    ownText: (_field, error) => (error === 'refused' ? t('codes.wrong') : undefined),
    refusedField: refusedForgotField,
    send: (filled) => call(userPasswordForgot, forgotInput(filled)),
    done: (msg, { texts }) => {
      session.signOut()
      startNextLoginWith(texts.email)
      showToast('done', msg)
      navigation.redirect('login', from === undefined ? {} : { from })
    },
  })

  return (
    <Page title={t('auth.forgot.title')}>
      <FormScreen element={element} onSubmit={onSubmit} submit={t('auth.forgot.submit')} isBusy={isBusy}>
        <p className={styles.lead}>{t('auth.forgot.lead')}</p>
        <div className={styles.fields}>
          <EmailField {...bind('email')} label={t('auth.forgot.email')} autoComplete="username" />
          <EmailCode email={form.texts.email} purpose="password-forgot" bound={bind('code')} />
          <p className={styles.hint}>{t('auth.forgot.noMail')}</p>
          <NewPasswordFields bind={bind} label={t('auth.forgot.new')} length={length} names={[form.texts.email]} />
          <RefusalNote text={form.refusal} />
        </div>
        <div className={styles.without}>
          <h2>{t('auth.forgot.noEmailTitle')}</h2>
          <p>{t('auth.forgot.noEmail')}</p>
          <a className={styles.link} href={hrefOf('recover')}>
            {t('auth.forgot.recover')}
          </a>
        </div>
      </FormScreen>
    </Page>
  )
}
