import type { ReactNode } from 'react'
import type { KycSubmissionView } from '@candor/api'
import { Button, Screen } from '@candor/ui'
import { useTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { DocumentFields, SandboxNote } from './document-fields.tsx'
import { kycDraft } from './kyc-draft.ts'
import { draftOf, firstKycForm, kycErrors } from './kyc-form-model.ts'
import type { KycField } from './kyc-form-model.ts'
import styles from './kyc.module.css'

interface CertificationFormProps {
  readonly bar: ReactNode
  /** What was refused before; its fields at fault are marked. */
  readonly rejected: KycSubmissionView | null
}

/** Country, document, name and number. Nothing is sent from here: the photos come next. */
export function CertificationForm({ bar, rejected }: CertificationFormProps) {
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
    <form ref={element} noValidate className={styles.form} onSubmit={onSubmit}>
      <Screen isForm hasDockLine bar={bar} dock={<Button type="submit">{t('kyc.form.next')}</Button>}>
        <Steps step={1} />
        <SandboxNote form={form} dispatch={dispatch} />
        <DocumentFields form={form} dispatch={dispatch} rejected={rejected} />
      </Screen>
    </form>
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
