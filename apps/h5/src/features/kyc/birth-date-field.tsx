import { useState } from 'react'
import type { KycSubmissionView } from '@candor/api'
import { Field } from '@candor/ui'
import { fieldErrorKey, shownErrors } from '../../shared/forms/index.ts'
import type { TextFormAction } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { reviewersText } from './document-fields.tsx'
import { birthDateRange, identityErrors } from './kyc-form-model.ts'
import type { IdentityField, IdentityForm } from './kyc-form-model.ts'

interface BirthDateFieldProps {
  readonly form: IdentityForm
  readonly dispatch: (action: TextFormAction<IdentityField>) => void
  /** The previous rejection; its fields are marked. */
  readonly rejected: KycSubmissionView | null
}

/** The birth date, in the browser's own date field: typed or chosen, in the order that the customer is used to. */
export function BirthDateField({ form, dispatch, rejected }: BirthDateFieldProps) {
  const { t } = useTexts()
  const [nowMs] = useState(() => Date.now())
  return (
    <Field
      type="date"
      label={t('kyc.field.birthDate')}
      hint={t('kyc.field.birthDateHint')}
      error={errorOf({ form, rejected, nowMs }, t)}
      value={form.texts.birthDate}
      autoComplete="bday"
      {...birthDateRange(nowMs)}
      onValue={(text) => dispatch({ type: 'text', field: 'birthDate', text })}
      onBlur={() => dispatch({ type: 'left', field: 'birthDate' })}
    />
  )
}

interface Filled extends Pick<BirthDateFieldProps, 'form' | 'rejected'> {
  readonly nowMs: number
}

function errorOf({ form, rejected, nowMs }: Filled, t: ReturnType<typeof useTexts>['t']): string | null {
  const error = shownErrors(form, identityErrors(form, nowMs)).birthDate
  if (error === 'refused') return t('kyc.field.birthDateUnderAge')
  if (error === 'too-small') return t('kyc.field.birthDateEarly')
  const key = fieldErrorKey(error, 'birthDate')
  return key === null ? reviewersText({ field: 'birthDate', text: form.texts.birthDate, rejected }, t) : t(key)
}
