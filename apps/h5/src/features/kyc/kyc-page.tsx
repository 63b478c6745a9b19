import { useEffect, useState } from 'react'
import { kycStateOf, sidesOf } from '@candor/api'
import type { KycSide } from '@candor/api'
import { Button } from '@candor/ui'
import { LockKeyIcon } from '@candor/ui/icons/payment'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { RefusalNote, SendingBar, StepBar, StepCount } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { kycDraft } from './kyc-draft.ts'
import type { IdentityDraft } from './kyc-form-model.ts'
import styles from './kyc.module.css'
import { PhotoCard } from './photo-card.tsx'
import { reasonText } from './reason-labels.ts'
import { useSending } from './use-sending.ts'
import type { Photos, Sending } from './use-sending.ts'

/** The photos of the document, and sending it all. */
export function KycPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const [draft] = useState(() => kycDraft.get())
  useEffect(() => {
    // Opened directly or after a reload: the entries must be typed first.
    if (isSignedIn && draft === null) navigation.redirect('certification')
  }, [isSignedIn, draft])
  return (
    <Page
      title={t('kyc.title')}
      trailing={draft === null ? null : <StepCount label={t('kyc.step', { step: 2, steps: 2 })} />}
      signedOut={t('kyc.signedOut')}
    >
      {draft === null ? <PageScreen>{null}</PageScreen> : <PhotoForm draft={draft} />}
    </Page>
  )
}

function PhotoForm({ draft }: { readonly draft: IdentityDraft }) {
  const { t } = useTexts()
  const [photos, setPhotos] = useState<Photos>({})
  const [hasTried, setTried] = useState(false)
  // The form's page is the previous entry: it then shows the state of the check.
  const sending = useSending(() => navigation.returnTo('/pages/certification/certification'))
  const { data: known } = useQuery(queryFor(kycStateOf, {}))
  const faultOf = (side: KycSide) => {
    const reason = known?.submission?.reasons.find(({ target }) => target === side)
    return reason === undefined ? null : reasonText(t, reason)
  }
  const sides = sidesOf(draft.documentType)
  const isComplete = sides.every((side) => photos[side] !== undefined)
  /** The reviewer's finding on the previous photo, until it is replaced. */
  const errorOf = (photo: { hasPhoto: boolean; hasTried: boolean; fault: string | null }) =>
    photo.hasPhoto ? null : photo.hasTried ? t('kyc.photo.none') : photo.fault
  const submit = () => {
    setTried(true)
    if (isComplete) void sending.send(draft, photos)
  }
  return (
    <PageScreen isForm hasDockLine dock={<SendDock sending={sending} onSend={submit} />}>
      <StepBar step={2} steps={2} label={t('kyc.step', { step: 2, steps: 2 })} />
      <h2 className={styles.heading}>{t('kyc.photo.title', { document: t(`kyc.document.${draft.documentType}`) })}</h2>
      <p className={styles.lead}>{t('kyc.photo.hint')}</p>
      <div className={styles.fields}>
        {sides.map((side) => (
          <PhotoCard
            key={side}
            side={side}
            draft={draft}
            photo={photos[side] ?? null}
            isBusy={sending.percent !== null}
            error={
              errorOf({ hasPhoto: photos[side] !== undefined, hasTried, fault: faultOf(side) }) ??
              (sending.faultySide === side ? sending.refusal : null)
            }
            onPhoto={(photo) => {
              setPhotos((known) => ({ ...known, [side]: photo }))
              sending.forget()
            }}
          />
        ))}
        <RefusalNote text={sending.faultySide === null ? sending.refusal : null} />
      </div>
      <p className={styles.safe}>
        <LockKeyIcon size={16} />
        <span>{t('kyc.send.safe')}</span>
      </p>
    </PageScreen>
  )
}

function SendDock({ sending, onSend }: { readonly sending: Sending; readonly onSend: () => void }) {
  const { t } = useTexts()
  const { percent } = sending
  return (
    <>
      {percent === null ? null : (
        <div className={styles.sending}>
          <span role="status">{t('kyc.send.sending', { percent })}</span>
          <SendingBar label={t('kyc.send.progress')} percent={percent} />
        </div>
      )}
      <Button isBusy={percent !== null} onClick={onSend}>
        {t('kyc.send')}
      </Button>
    </>
  )
}
