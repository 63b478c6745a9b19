import { useEffect, useRef, useState } from 'react'
import { kycStateOf, kycSubmit, sidesOf, userInfo } from '@candor/api'
import type { KycSide } from '@candor/api'
import { Button, showToast } from '@candor/ui'
import { LockKeyIcon } from '@candor/ui/icons/payment'
import { useQuery } from '@tanstack/react-query'
import { invalidate, newRequestId, queryFor, upload } from '../../shared/api/index.ts'
import { RefusalNote } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { Steps } from './certification-form.tsx'
import { kycDraft } from './kyc-draft.ts'
import type { IdentityDraft } from './kyc-form-model.ts'
import styles from './kyc.module.css'
import { PhotoCard } from './photo-card.tsx'
import type { PreparedPhoto } from './prepare-photo.ts'
import { reasonText } from './reason-labels.ts'

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
      trailing={draft === null ? null : <span className={styles.step}>{t('kyc.step', { step: 2, steps: 2 })}</span>}
      signedOut={t('kyc.signedOut')}
    >
      {draft === null ? <PageScreen>{null}</PageScreen> : <PhotoForm draft={draft} />}
    </Page>
  )
}

type Photos = Partial<Record<KycSide, PreparedPhoto>>

function PhotoForm({ draft }: { readonly draft: IdentityDraft }) {
  const { t } = useTexts()
  const [photos, setPhotos] = useState<Photos>({})
  const [hasTried, setTried] = useState(false)
  const sending = useSending(draft)
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
    if (isComplete) void sending.send(photos)
  }
  return (
    <PageScreen isForm hasDockLine dock={<SendDock sending={sending} onSend={submit} />}>
      <Steps step={2} />
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

type Sending = ReturnType<typeof useSending>

function SendDock({ sending, onSend }: { readonly sending: Sending; readonly onSend: () => void }) {
  const { t } = useTexts()
  const { percent } = sending
  return (
    <>
      {percent === null ? null : (
        <div className={styles.sending}>
          <span role="status">{t('kyc.send.sending', { percent })}</span>
          <progress aria-label={t('kyc.send.progress')} max={100} value={percent} />
        </div>
      )}
      <Button isBusy={percent !== null} onClick={onSend}>
        {t('kyc.send')}
      </Button>
    </>
  )
}

/** One submission: the same photos are resent under the same id, so a lost response costs nothing. */
function useSending(draft: IdentityDraft) {
  const { t } = useTexts()
  const [percent, setPercent] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [faultySide, setFaultySide] = useState<KycSide | null>(null)
  const requestId = useRef<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  return {
    percent,
    refusal,
    faultySide,
    /** Another photo makes another submission. */
    forget() {
      requestId.current = null
      setRefusal(null)
      setFaultySide(null)
    },
    async send({ front, back }: Photos) {
      if (front === undefined) return
      requestId.current ??= newRequestId()
      controller.current = new AbortController()
      setPercent(0)
      setRefusal(null)
      setFaultySide(null)
      const { signal } = controller.current
      const form = {
        ...draft,
        requestId: requestId.current,
        front: front.file,
        ...(back === undefined ? {} : { back: back.file }),
      }
      const result = await upload(kycSubmit, form, { signal, onProgress: (sent) => setPercent(Math.round(sent * 100)) })
      if (signal.aborted) return
      setPercent(null)
      if (!result.ok) {
        if (result.error === 'photo-invalid') setFaultySide(faultySideIn(result.data))
        return setRefusal(result.error === 'network' ? t('kyc.send.lost') : result.msg)
      }
      kycDraft.set(null)
      invalidate(kycStateOf, userInfo)
      showToast('done', result.msg)
      // The form's page is the previous entry: it now shows the state of the check.
      navigation.returnTo('/pages/certification/certification')
    },
  }
}

function faultySideIn(data: unknown): KycSide | null {
  const side = typeof data === 'object' && data !== null && 'photo' in data ? data.photo : null
  return side === 'front' || side === 'back' ? side : null
}
