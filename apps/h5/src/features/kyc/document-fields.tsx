import { useId } from 'react'
import type { ReactNode } from 'react'
import { kycCountryList, kycDocumentTypes } from '@candor/api'
import type { KycDocumentType, KycSubmissionView } from '@candor/api'
import { Field, FieldNote, Note } from '@candor/ui'
import { IdentificationCardIcon } from '@candor/ui/icons/account'
import { BookBookmarkIcon, GlobeIcon, SteeringWheelIcon } from '@candor/ui/icons/identity'
import { FlaskIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { CaretDownIcon } from '@candor/ui/icons/trade'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { fieldErrorKey, shownErrors } from '../../shared/forms/index.ts'
import type { TextFormAction } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useMode } from '../../shared/money/index.ts'
import { documentTypeOf, kycErrors, sampleNumber, wantedLength } from './kyc-form-model.ts'
import type { IdentityField, KycField, KycForm } from './kyc-form-model.ts'
import styles from './kyc.module.css'
import { reasonText } from './reason-labels.ts'

interface FieldProps {
  readonly form: KycForm
  readonly dispatch: (action: TextFormAction<KycField>) => void
}

interface DocumentFieldsProps extends FieldProps {
  /** The previous rejection; its fields are marked. */
  readonly rejected: KycSubmissionView | null
}

interface AllDocumentFieldsProps extends DocumentFieldsProps {
  /** A further field, between the name and the number. */
  readonly children?: ReactNode
}

/** Which document, and the name and the number on it. */
export function DocumentFields({ form, dispatch, rejected, children }: AllDocumentFieldsProps) {
  return (
    <div className={styles.fields}>
      <CountryField form={form} dispatch={dispatch} rejected={rejected} />
      <DocumentField form={form} dispatch={dispatch} />
      <TextField field="name" form={form} dispatch={dispatch} rejected={rejected} autoComplete="name" />
      {children}
      <TextField field="number" form={form} dispatch={dispatch} rejected={rejected} autoComplete="off" />
    </div>
  )
}

interface SandboxNoteProps extends FieldProps {
  /** Fills what only this form asks for. */
  readonly onFill?: () => void
}

/** In the sandbox: no real document is needed; offers sample data. */
export function SandboxNote({ form, dispatch, onFill }: SandboxNoteProps) {
  const { t } = useTexts()
  const mode = useMode()
  if (mode !== 'sandbox') return null
  const fill = () => {
    const isEmpty = form.texts.country === ''
    const filled = isEmpty ? { ...form, texts: { ...form.texts, country: 'DE' } } : form
    if (isEmpty) dispatch({ type: 'text', field: 'country', text: 'DE' })
    dispatch({ type: 'text', field: 'name', text: t('kyc.sample.name') })
    dispatch({ type: 'text', field: 'number', text: sampleNumber(wantedLength(filled), Math.random) })
    onFill?.()
  }
  return (
    <div className={styles.sandbox} role="note">
      <FlaskIcon size={24} />
      <div>
        <p>{t('kyc.sample.note')}</p>
        <p>{t('kyc.sample.refuse')}</p>
        <button type="button" className={styles.link} onClick={fill}>
          {t('kyc.sample.fill')}
        </button>
      </div>
    </div>
  )
}

function CountryField({ form, dispatch, rejected }: DocumentFieldsProps) {
  const { t } = useTexts()
  const id = useId()
  const { data, isError, refetch } = useQuery({ ...queryFor(kycCountryList, {}), staleTime: Infinity })
  const error = errorOf('country', form, rejected, t)
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t('kyc.field.country')}
      </label>
      <span className={styles.select} data-invalid={error === null ? undefined : ''}>
        <GlobeIcon size={20} />
        <select
          id={id}
          value={form.texts.country}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={`${id}-note`}
          autoComplete="country"
          onChange={(event) => dispatch({ type: 'text', field: 'country', text: event.currentTarget.value })}
          onBlur={() => dispatch({ type: 'left', field: 'country' })}
        >
          <option value="" disabled>
            {t(data === undefined ? 'shared.loading' : 'kyc.field.chooseCountry')}
          </option>
          {data?.items.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <CaretDownIcon size={18} />
      </span>
      <FieldNote id={`${id}-note`} error={error} />
      {isError && data === undefined ? (
        <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
          {t('kyc.field.countriesFailed')}{' '}
          <button type="button" className={styles.link} onClick={() => void refetch()}>
            {t('shared.action.retry')}
          </button>
        </Note>
      ) : null}
    </div>
  )
}

const documentIcons = {
  'id-card': IdentificationCardIcon,
  passport: BookBookmarkIcon,
  'drivers-license': SteeringWheelIcon,
}

function DocumentField({ form, dispatch }: FieldProps) {
  const { t } = useTexts()
  const name = useId()
  const chosen = documentTypeOf(form)
  return (
    <fieldset className={styles.documents}>
      <legend className={styles.label}>{t('kyc.field.document')}</legend>
      <div>
        {kycDocumentTypes.map((type: KycDocumentType) => {
          const Icon = documentIcons[type]
          return (
            <label key={type}>
              <input
                type="radio"
                name={name}
                value={type}
                checked={type === chosen}
                onChange={() => dispatch({ type: 'text', field: 'documentType', text: type })}
              />
              <Icon size={24} />
              <span>{t(`kyc.document.${type}`)}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

interface TextFieldProps extends DocumentFieldsProps {
  readonly field: 'name' | 'number'
  readonly autoComplete: string
}

function TextField({ field, form, dispatch, rejected, autoComplete }: TextFieldProps) {
  const { t } = useTexts()
  return (
    <Field
      label={t(`kyc.field.${field}`)}
      value={form.texts[field]}
      error={errorOf(field, form, rejected, t)}
      hint={field === 'name' ? t('kyc.field.nameHint') : undefined}
      autoComplete={autoComplete}
      autoCapitalize={field === 'name' ? 'words' : 'characters'}
      spellCheck={false}
      maxLength={field === 'name' ? 100 : 40}
      onValue={(text) => dispatch({ type: 'text', field, text })}
      onBlur={() => dispatch({ type: 'left', field })}
    />
  )
}

/** A field's error; otherwise the reviewer's, while the value is unchanged. */
function errorOf(
  field: KycField,
  form: KycForm,
  rejected: KycSubmissionView | null,
  t: ReturnType<typeof useTexts>['t'],
): string | null {
  const error = shownErrors(form, kycErrors(form))[field]
  const wanted = wantedLength(form)
  if (field === 'number' && wanted !== null && (error === 'too-short' || error === 'too-long')) {
    return t('kyc.field.numberLength', { count: wanted })
  }
  const key = error === undefined || error === 'refused' ? null : fieldErrorKey(error, field)
  return key === null ? reviewersText({ field, text: form.texts[field], rejected }, t) : t(key)
}

interface SentField {
  readonly field: IdentityField
  readonly text: string
  readonly rejected: KycSubmissionView | null
}

/** The reviewer's finding on a field, while its value is unchanged. */
export function reviewersText({ field, text, rejected }: SentField, t: ReturnType<typeof useTexts>['t']) {
  const reason = rejected?.reasons.find(({ target }) => target === field)
  return reason === undefined || text !== rejected?.[field] ? null : reasonText(t, reason)
}
