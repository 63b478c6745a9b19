import { useState } from 'react'
import type { KycSide } from '@candor/api'
import { Button } from '@candor/ui'
import { RefusalNote } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useMode } from '../../shared/money/index.ts'
import { sampleDraft } from './kyc-form-model.ts'
import type { IdentityDraft } from './kyc-form-model.ts'
import styles from './kyc.module.css'
import { preparePhoto } from './prepare-photo.ts'
import { samplePhoto } from './sample-photo.ts'
import { useSending } from './use-sending.ts'

/** In the sandbox: sends a made-up document with both photos of it, in one tap. */
export function SampleSender() {
  const { t } = useTexts()
  const mode = useMode()
  const [isDrawing, setDrawing] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { send, forget, percent, refusal } = useSending(() => undefined)
  if (mode !== 'sandbox') return null
  const sendSample = async () => {
    // Each tap draws another document, which is another submission.
    forget()
    setDrawing(true)
    const draft = sampleDraft(t('kyc.sample.name'), Math.random)
    const [front, back] = await Promise.all([drawnPhoto('front', draft), drawnPhoto('back', draft)])
    setDrawing(false)
    setFailed(front === null || back === null)
    if (front !== null && back !== null) await send(draft, { front, back })
  }
  return (
    <div className={styles.sampleSender}>
      <Button tone="quiet" isBusy={isDrawing || percent !== null} onClick={() => void sendSample()}>
        {t('kyc.sample.send')}
      </Button>
      <RefusalNote text={hasFailed ? t('kyc.photo.unreadable') : refusal} />
    </div>
  )
}

async function drawnPhoto(side: KycSide, draft: IdentityDraft) {
  const drawn = await samplePhoto(side, draft)
  const photo = drawn === null ? null : await preparePhoto(drawn)
  // Nobody looks at it before it is sent.
  if (photo !== null) URL.revokeObjectURL(photo.url)
  return photo
}
