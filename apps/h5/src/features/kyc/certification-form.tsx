import type { KycSubmissionView } from '@candor/api'
import { useTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, navigation } from '../../shared/page/index.ts'
import { BirthDateField } from './birth-date-field.tsx'
import { DocumentFields, SandboxNote } from './document-fields.tsx'
import { kycDraft } from './kyc-draft.ts'
import { documentPart, firstKycForm, identityDraftOf, identityErrors, sampleBirthDate } from './kyc-form-model.ts'
import type { IdentityField } from './kyc-form-model.ts'
import styles from './kyc.module.css'

interface CertificationFormProps {
  /** The previous rejection; its fields are marked. */
  readonly rejected: KycSubmissionView | null
}

/** Country, document, name, birth date and number. Nothing is submitted here: the photos come next. */
export function CertificationForm({ rejected }: CertificationFormProps) {
  const { t } = useTexts()
  const { form, dispatch, element, onSubmit } = useTextForm<IdentityField, null>({
    empty: firstKycForm(kycDraft.get(), rejected),
    errors: (filled) => identityErrors(filled, Date.now()),
    refusedField: () => undefined,
    send: async (filled) => {
      kycDraft.set(identityDraftOf(filled, Date.now()))
      return { ok: true, value: null, msg: '' }
    },
    done: () => navigation.navigate('kyc'),
  })
  const document = documentPart(form)
  return (
    <FormScreen
      element={element}
      onSubmit={onSubmit}
      submit={t('kyc.form.next')}
      trailing={<span className={styles.step}>{t('kyc.step', { step: 1, steps: 2 })}</span>}
    >
      <Steps step={1} />
      <SandboxNote
        form={document}
        dispatch={dispatch}
        onFill={() => dispatch({ type: 'text', field: 'birthDate', text: sampleBirthDate(Math.random) })}
      />
      <DocumentFields form={document} dispatch={dispatch} rejected={rejected}>
        <BirthDateField form={form} dispatch={dispatch} rejected={rejected} />
      </DocumentFields>
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
