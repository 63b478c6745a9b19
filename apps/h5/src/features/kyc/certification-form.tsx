import type { KycSubmissionView } from '@candor/api'
import { StepBar, StepCount, useTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, navigation } from '../../shared/page/index.ts'
import { BirthDateField } from './birth-date-field.tsx'
import { DocumentFields, SandboxNote } from './document-fields.tsx'
import { kycDraft } from './kyc-draft.ts'
import { documentPart, firstKycForm, identityDraftOf, identityErrors, sampleBirthDate } from './kyc-form-model.ts'
import type { IdentityField } from './kyc-form-model.ts'
import { SampleSender } from './sample-sender.tsx'

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
  const step = t('kyc.step', { step: 1, steps: 2 })
  return (
    <FormScreen element={element} onSubmit={onSubmit} submit={t('kyc.form.next')} trailing={<StepCount label={step} />}>
      <StepBar step={1} steps={2} label={step} />
      <SandboxNote
        form={document}
        dispatch={dispatch}
        onFill={() => dispatch({ type: 'text', field: 'birthDate', text: sampleBirthDate(Math.random) })}
      />
      <SampleSender />
      <DocumentFields form={document} dispatch={dispatch} rejected={rejected}>
        <BirthDateField form={form} dispatch={dispatch} rejected={rejected} />
      </DocumentFields>
    </FormScreen>
  )
}
