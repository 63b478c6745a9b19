import { useRef, useState } from 'react'
import { kycStateOf, kycSubmit, userInfo } from '@candor/api'
import type { KycSide } from '@candor/api'
import { showToast } from '@candor/ui'
import { invalidate, newRequestId, upload } from '../../shared/api/index.ts'
import { useProgress } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { kycDraft } from './kyc-draft.ts'
import type { IdentityDraft } from './kyc-form-model.ts'
import type { PreparedPhoto } from './prepare-photo.ts'

export type Photos = Partial<Record<KycSide, PreparedPhoto>>
export type Sending = ReturnType<typeof useSending>

/** One submission: the same photos are resent under the same id, so a lost response costs nothing. */
export function useSending(onSent: () => void) {
  const { t } = useTexts()
  const { percent, send } = useProgress()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [faultySide, setFaultySide] = useState<KycSide | null>(null)
  const requestId = useRef<string | null>(null)
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
    async send(draft: IdentityDraft, { front, back }: Photos) {
      if (front === undefined) return
      requestId.current ??= newRequestId()
      setRefusal(null)
      setFaultySide(null)
      const form = {
        ...draft,
        requestId: requestId.current,
        front: front.file,
        ...(back === undefined ? {} : { back: back.file }),
      }
      const result = await send((progress) => upload(kycSubmit, form, progress))
      if (result === null) return
      if (!result.ok) {
        if (result.error === 'photo-invalid') setFaultySide(faultySideIn(result.data))
        return setRefusal(result.error === 'network' ? t('kyc.send.lost') : result.msg)
      }
      kycDraft.set(null)
      invalidate(kycStateOf, userInfo)
      showToast('done', result.msg)
      onSent()
    },
  }
}

function faultySideIn(data: unknown): KycSide | null {
  const side = typeof data === 'object' && data !== null && 'photo' in data ? data.photo : null
  return side === 'front' || side === 'back' ? side : null
}
