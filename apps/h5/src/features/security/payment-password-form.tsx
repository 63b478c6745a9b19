import { useState } from 'react'
import { securityPaymentPassword } from '@candor/api'
import { PasswordField } from '@candor/ui'
import { call } from '../../shared/api/index.ts'
import { EmailCode } from '../../shared/account/codes/index.ts'
import { RefusalNote, useTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen } from '../../shared/page/index.ts'
import { NewDigitsSheet } from './new-digits-sheet.tsx'
import { emptyReset, refusedResetField, resetErrors } from './payment-password-form-model.ts'
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
  const { form, dispatch, bind, element, onSubmit } = useTextForm({
    empty: emptyReset,
    errors: resetErrors,
    ownText: (field, error) =>
      error === 'refused' ? t(field === 'code' ? 'codes.wrong' : 'security.wrongLogin') : undefined,
    refusedField: refusedResetField,
    // Nothing is submitted before the digits are complete: the form only has to be complete.
    send: () => Promise.resolve({ ok: true as const, value: null, msg: '' }),
    done: () => setOpen(true),
  })
  return (
    <FormScreen
      element={element}
      onSubmit={onSubmit}
      submit={t('security.payment.choose')}
      layer={
        isOpen ? (
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
        ) : null
      }
    >
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
        <RefusalNote text={form.refusal} />
      </div>
    </FormScreen>
  )
}
