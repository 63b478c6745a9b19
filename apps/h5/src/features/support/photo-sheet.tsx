import { useEffect, useState } from 'react'
import { supportUploadAnswer, supportUploadPath } from '@candor/api/support'
import { sendForm } from '@candor/client'
import { Button, LateSkeleton, Sheet, Skeleton } from '@candor/ui'
import * as z from 'zod/mini'
import { callOptions, supportBase } from '../../shared/api/index.ts'
import { RefusalNote, useProgress } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { jpegOf, session } from '../../shared/device/index.ts'
import styles from './support.module.css'
import { useChatClient } from './use-chat.ts'

/**
 * A photo before it is sent: re-encoded, so that its place and time never leave the phone, previewed, and sent with
 * progress.
 */
export function PhotoSheet({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const { t } = useTexts()
  const { photo, isUnreadable } = usePhoto(file)
  const upload = useUpload(onClose)
  const { sentPercent } = upload
  const fault = isUnreadable ? t('support.photo.unreadable') : upload.fault
  return (
    <Sheet title={t('support.attachPhoto')} closeLabel={t('shared.action.close')} onClose={onClose}>
      {photo === null && !isUnreadable ? (
        <LateSkeleton label={t('shared.loading')}>
          <Skeleton width="100%" height={240} radius={20} />
        </LateSkeleton>
      ) : null}
      {photo === null ? null : <img className={styles.preview} src={photo.url} alt={t('support.photo.preview')} />}
      <p role="status" className={styles.progress}>
        {sentPercent === null ? null : t('support.photo.sending', { percent: sentPercent })}
      </p>
      {sentPercent === null ? null : (
        <progress className={styles.meter} aria-label={t('support.photo')} max={100} value={sentPercent} />
      )}
      <RefusalNote text={fault} />
      <div className={styles.actions}>
        {photo === null ? null : (
          <Button isBusy={sentPercent !== null} onClick={() => void upload.send(photo.blob)}>
            {t('support.photo.send')}
          </Button>
        )}
        <Button tone="bare" onClick={onClose}>
          {t('support.photo.cancel')}
        </Button>
      </div>
    </Sheet>
  )
}

interface Photo {
  readonly blob: Blob
  readonly url: string
}

function usePhoto(file: File) {
  const [photo, setPhoto] = useState<Photo | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  useEffect(() => {
    let isCurrent = true
    let url = ''
    void jpegOf(file).then((blob) => {
      if (!isCurrent) return
      if (blob === null) return setUnreadable(true)
      url = URL.createObjectURL(blob)
      setPhoto({ blob, url })
    })
    return () => {
      isCurrent = false
      URL.revokeObjectURL(url)
    }
  }, [file])
  return { photo, isUnreadable }
}

/** Uploads the photo, then sends its message. Leaving the sheet cancels it. */
function useUpload(onSent: () => void) {
  const { t } = useTexts()
  const client = useChatClient()
  const progress = useProgress()
  const [fault, setError] = useState<string | null>(null)
  const send = async (photo: Blob) => {
    setError(null)
    const form = new FormData()
    form.append('photo', photo, 'photo.jpg')
    const caller = { token: client.token(), language: session.language(), timeoutMs: callOptions.timeoutMs }
    const sent = await progress.send(async (told) => ({
      answer: await sendForm(supportBase + supportUploadPath, form, { ...caller, ...told }),
    }))
    if (sent === null) return
    const { answer } = sent
    const parsed = z.safeParse(supportUploadAnswer, answer?.body)
    if (!parsed.success) return setError(t(answer === null ? 'support.photo.notSent' : 'support.systemError'))
    if (parsed.data.code !== 200) return setError(parsed.data.msg)
    client.send({ kind: 'image', imageId: parsed.data.data.imageId })
    onSent()
  }
  return { sentPercent: progress.percent, fault, send }
}
