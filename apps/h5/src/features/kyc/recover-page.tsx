import { useRef, useState } from 'react'
import { sidesOf, userRecover } from '@candor/api'
import type { KycSide } from '@candor/api'
import { Button, classNames, Field, StatePanel } from '@candor/ui'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { newRequestId, upload } from '../../shared/api/index.ts'
import { EmailCode } from '../../shared/account/codes/index.ts'
import { EmailField, RefusalNote, shownErrors, useTextForm } from '../../shared/forms/index.ts'
import type { BoundField } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { DocumentFields, SandboxNote } from './document-fields.tsx'
import { documentPart, documentTypeOf, draftOf } from './kyc-form-model.ts'
import styles from './kyc.module.css'
import { PhotoCard } from './photo-card.tsx'
import type { PreparedPhoto } from './prepare-photo.ts'
import { emptyRecover, recoverErrors, refusedRecoverField } from './recover-form-model.ts'
import type { RecoverForm } from './recover-form-model.ts'

/** Requests another e-mail for an account whose mailbox is lost. */
export function RecoverPage() {
  const { t } = useTexts()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Page title={t('kyc.recover.title')}>
      {sentTo === null ? <RecoverForm onSent={setSentTo} /> : <Sent email={sentTo} />}
    </Page>
  )
}

function Sent({ email }: { readonly email: string }) {
  const { t } = useTexts()
  return (
    <PageScreen>
      <StatePanel
        icon={<CheckCircleFillIcon size={28} />}
        title={t('kyc.recover.sentTitle')}
        text={t('kyc.recover.sent', { email })}
        actions={<Button onClick={() => navigation.redirect('login')}>{t('shared.action.signIn')}</Button>}
      />
    </PageScreen>
  )
}

type Photos = Partial<Record<KycSide, PreparedPhoto>>

function RecoverForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const { t } = useTexts()
  const [photos, setPhotos] = useState<Photos>({})
  const send = useSending(photos)
  const { form, dispatch, bind, isBusy, element, onSubmit } = useTextForm({
    empty: emptyRecover,
    errors: recoverErrors,
    ownText: (field, error) =>
      error === 'refused' ? t(field === 'code' ? 'codes.wrong' : 'kyc.recover.emailTaken') : undefined,
    refusedField: refusedRecoverField,
    send,
    done: () => onSent(form.texts.email),
  })
  const document = documentPart(form)
  return (
    <FormScreen element={element} onSubmit={onSubmit} submit={t('kyc.send')} isBusy={isBusy}>
      <p className={styles.lead}>{t('kyc.recover.lead')}</p>
      <AccountFields account={form.texts.account} email={form.texts.email} bind={bind} />
      <h2 className={classNames(styles.heading, styles.part)}>{t('kyc.recover.document')}</h2>
      <SandboxNote form={document} dispatch={dispatch} />
      <div className={styles.fields}>
        <DocumentFields form={document} dispatch={dispatch} rejected={null} />
        <PhotoFields
          form={form}
          photos={photos}
          isBusy={isBusy}
          onPhoto={(side, photo) => {
            setPhotos((known) => ({ ...known, [side]: photo }))
            dispatch({ type: 'text', field: side, text: photo.url })
          }}
        />
        <RefusalNote text={form.refusal} />
      </div>
      <p className={styles.safe}>{t('kyc.recover.after')}</p>
    </FormScreen>
  )
}

interface AccountFieldsProps {
  readonly account: string
  readonly email: string
  readonly bind: (field: 'account' | 'email' | 'code') => BoundField
}

function AccountFields({ account, email, bind }: AccountFieldsProps) {
  const { t } = useTexts()
  return (
    <div className={styles.fields}>
      <Field
        {...bind('account')}
        autoCapitalize="none"
        spellCheck={false}
        label={t('kyc.recover.account')}
        hint={t('kyc.recover.accountHint')}
        autoComplete="username"
        maxLength={254}
      />
      <EmailField {...bind('email')} label={t('kyc.recover.email')} autoComplete="email" />
      <EmailCode email={email} purpose="recover" account={account} bound={bind('code')} />
    </div>
  )
}

interface PhotoFieldsProps {
  readonly form: RecoverForm
  readonly photos: Photos
  readonly isBusy: boolean
  readonly onPhoto: (side: KycSide, photo: PreparedPhoto) => void
}

function PhotoFields({ form, photos, isBusy, onPhoto }: PhotoFieldsProps) {
  const { t } = useTexts()
  const errors = shownErrors(form, recoverErrors(form))
  return (
    <div className={styles.fields}>
      {sidesOf(documentTypeOf(documentPart(form))).map((side) => (
        <PhotoCard
          key={side}
          side={side}
          draft={form.texts}
          photo={photos[side] ?? null}
          isBusy={isBusy}
          error={errors[side] === undefined ? null : t('kyc.photo.none')}
          onPhoto={(photo) => onPhoto(side, photo)}
        />
      ))}
    </div>
  )
}

const untold = () => undefined

/** The same form is resent under the same id, so a lost response costs nothing; a changed one is a new request. */
function useSending({ front, back }: Photos) {
  const last = useRef({ texts: '', requestId: '' })
  return (form: RecoverForm) => {
    const draft = draftOf(documentPart(form))
    if (draft === null || front === undefined) throw new Error('the form is not complete')
    const { account, email, code, ...others } = form.texts
    const texts = JSON.stringify([account, email, others])
    if (last.current.texts !== texts) last.current = { texts, requestId: newRequestId() }
    const hasBack = back !== undefined && sidesOf(draft.documentType).includes('back')
    const photos = { front: front.file, ...(hasBack ? { back: back.file } : {}) }
    const input = { ...draft, ...photos, account, email, code, requestId: last.current.requestId }
    return upload(userRecover, input, { onProgress: untold, signal: new AbortController().signal })
  }
}
