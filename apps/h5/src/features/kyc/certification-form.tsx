import type { KycSubmissionView } from '@candor/api'
import { useTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, navigation } from '../../shared/page/index.ts'
import { DocumentFields, SandboxNote } from './document-fields.tsx'
import { kycDraft } from './kyc-draft.ts'
import { draftOf, firstKycForm, kycErrors } from './kyc-form-model.ts'
import type { KycField } from './kyc-form-model.ts'
import styles from './kyc.module.css'

interface CertificationFormProps {
  /** The previous rejection; its fields are marked. */
  readonly rejected: KycSubmissionView | null
}

/** Country, document, name and number. Nothing is submitted here: the photos come next. */
export function CertificationForm({ rejected }: CertificationFormProps) {
  const { t } = useTexts()
  const { form, dispatch, element, onSubmit } = useTextForm<KycField, null>({
    empty: firstKycForm(kycDraft.get(), rejected),
    errors: kycErrors,
    refusedField: () => undefined,
    send: async (filled) => {
      kycDraft.set(draftOf(filled))
      return { ok: true, value: null, msg: '' }
    },
    done: () => navigation.navigate('kyc'),
  })
  return (
    <FormScreen
      element={element}
      onSubmit={onSubmit}
      submit={t('kyc.form.next')}
      trailing={<span className={styles.step}>{t('kyc.step', { step: 1, steps: 2 })}</span>}
    >
      <Steps step={1} />
      <SandboxNote form={form} dispatch={dispatch} />
      <DocumentFields form={form} dispatch={dispatch} rejected={rejected} />
    </FormScreen>
  )
}

/** How far the customer is: two screens. */
export function Steps({ step }: { readonly step: 1 | 2 }) {
  const { t } = useTexts()
  return (
    <div className={styles.steps} role="img" aria-label={t('kyc.step', { step, steps: 2 })}>
      <i data-on="" />
      <i data-on={step === 2 ? '' : undefined} />
    </div>
  )
}
