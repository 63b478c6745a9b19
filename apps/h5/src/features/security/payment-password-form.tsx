import { useState } from 'react'
import { securityPaymentPassword } from '@candor/api'
import { Button, Note, PasswordField } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call } from '../../shared/api/index.ts'
import { EmailCode } from '../../shared/account/codes/index.ts'
import { fieldErrorKey, shownErrors, useTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { PageScreen } from '../../shared/page/index.ts'
import { NewDigitsSheet } from './new-digits-sheet.tsx'
import { emptyReset, refusedResetField, resetErrors } from './payment-password-form-model.ts'
import type { ResetField } from './payment-password-form-model.ts'
import { paymentPasswordSet } from './payment-password-set.ts'
import styles from './security-page.module.css'

interface PaymentPasswordFormProps {
  readonly email: string
  /** Why it is set this way: none exists, it is locked, or it was forgotten. */
  readonly state: 'missing' | 'locked' | 'forgotten'
}

/** Authenticates with the login password and a code by e-mail, and then takes the new digits. */
export function PaymentPasswordForm({ email, state }: PaymentPasswordFormProps) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { form, dispatch, element, onSubmit } = useTextForm({
    empty: emptyReset,
    errors: resetErrors,
    refusedField: refusedResetField,
    // Nothing is submitted before the digits are complete: the form only has to be complete.
    send: () => Promise.resolve({ ok: true as const, value: null, msg: '' }),
    done: () => setOpen(true),
  })
  const errors = shownErrors(form, resetErrors(form))
  const bind = (field: ResetField) => {
    const error = errors[field]
    const refusedText = field === 'code' ? t('codes.wrong') : t('security.wrongLogin')
    const key = error === 'refused' ? null : fieldErrorKey(error)
    return {
      value: form.texts[field],
      onValue: (text: string) => dispatch({ type: 'text', field, text }),
      onBlur: () => dispatch({ type: 'left', field }),
      error: error === 'refused' ? refusedText : key === null ? null : t(key),
    }
  }
  return (
    <form ref={element} noValidate className={styles.form} onSubmit={onSubmit}>
      <PageScreen isForm hasDockLine dock={<Button type="submit">{t('security.payment.choose')}</Button>}>
        <p className={styles.lead}>{t(`security.payment.lead.${state}`)}</p>
        <div className={styles.fields}>
          <PasswordField
            {...bind('loginPassword')}
            label={t('security.change.title')}
            showLabel={t('security.change.show')}
            hideLabel={t('security.change.hide')}
            autoComplete="current-password"
          />
          <p className={styles.note}>{t('security.payment.mailbox', { email })}</p>
          <EmailCode email={email} purpose="payment-password" bound={bind('code')} />
          {form.refusal === null ? null : (
            <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
              {form.refusal}
            </Note>
          )}
        </div>
      </PageScreen>
      {isOpen ? (
        <NewDigitsSheet
          asksOld={false}
          send={({ digits }) =>
            call(securityPaymentPassword, { ...form.texts, paymentPassword: digits, paymentPassword2: digits })
          }
          onDone={paymentPasswordSet}
          onRefused={({ error, fields, msg }) => {
            setOpen(false)
            dispatch({ type: 'refused', field: refusedResetField(error), fields, msg })
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </form>
  )
}
