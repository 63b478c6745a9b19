import { useEffect, useRef, useState } from 'react'
import { userAvatar, userAvatarRemove, userInfo } from '@candor/api'
import type { UserView } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { Button, PhotoInput, Sheet, showToast } from '@candor/ui'
import { call, replaceResponse, upload } from '../../shared/api/index.ts'
import type { CallResult } from '../../shared/api/index.ts'
import { RefusalNote, SendingBar, useProgress } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Avatar } from './avatar.tsx'
import styles from './avatar.module.css'
import { cropPhoto } from './photo-crop.ts'

const previewPx = 160

/** Chooses a picture: its middle is shown before anything is sent. */
export function AvatarSheet({ user, onClose }: { readonly user: UserView; readonly onClose: () => void }) {
  const { t } = useTexts()
  const change = useAvatarChange(onClose)
  const { photo, refusal, sentPercent } = change
  return (
    <Sheet
      title={t('mine.avatar.title')}
      closeLabel={t('shared.action.close')}
      isBusy={change.isBusy}
      onClose={onClose}
    >
      <div className={styles.preview}>
        {photo === null ? <Avatar user={user} size={previewPx} /> : <Preview photo={photo} />}
        <p className={styles.hint} role="status">
          {sentPercent === null
            ? t(photo === null ? 'mine.avatar.hint' : 'mine.avatar.check')
            : t('mine.avatar.sending', { percent: sentPercent })}
        </p>
        {sentPercent === null ? null : <SendingBar label={t('mine.avatar.progress')} percent={sentPercent} />}
      </div>
      {refusal === null ? null : (
        <div className={styles.refusal}>
          <RefusalNote text={refusal} />
        </div>
      )}
      <div className={styles.actions}>
        {photo === null ? (
          <ChooseButton
            label={t('mine.avatar.choose')}
            isBusy={change.isBusy}
            onFile={(file) => void change.choose(file)}
          />
        ) : (
          <>
            <Button isBusy={change.isBusy} onClick={() => void change.send()}>
              {t('mine.avatar.use')}
            </Button>
            <ChooseButton
              isSecond
              label={t('mine.avatar.chooseOther')}
              isBusy={change.isBusy}
              onFile={(file) => void change.choose(file)}
            />
          </>
        )}
        {user.avatar !== null && photo === null ? (
          <Button tone="bare" isBusy={change.isBusy} onClick={() => void change.remove()}>
            {t('mine.avatar.remove')}
          </Button>
        ) : null}
      </div>
    </Sheet>
  )
}

/** A photo that is cut but not sent, and where the browser shows it from. */
interface ChosenPhoto {
  readonly file: File
  readonly url: string
}

function Preview({ photo }: { readonly photo: ChosenPhoto }) {
  const { t } = useTexts()
  return (
    <span className={styles.picture} style={{ width: previewPx, height: previewPx }}>
      <img src={photo.url} alt={t('mine.avatar.preview')} width={previewPx} height={previewPx} />
    </span>
  )
}

interface ChooseButtonProps {
  readonly label: string
  readonly isBusy: boolean
  readonly isSecond?: boolean
  readonly onFile: (file: File) => void
}

/** A button in front of the browser's own file input, which offers camera and gallery. */
function ChooseButton({ label, isBusy, isSecond = false, onFile }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <PhotoInput ref={input} onFile={onFile} />
      <Button
        tone={isSecond ? 'bare' : 'primary'}
        isBusy={isBusy && !isSecond}
        disabled={isBusy && isSecond}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}

function useAvatarChange(onDone: () => void) {
  const { t } = useTexts()
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null)
  const { isBusy, during } = useBusy()
  const { percent, send } = useProgress()
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    if (photo !== null) return () => URL.revokeObjectURL(photo.url)
    return undefined
  }, [photo])

  const take = async (result: CallResult<UserView>) => {
    if (!result.ok) return setRefusal(result.error === 'network' ? t('mine.avatar.failed') : result.msg)
    await replaceResponse(userInfo, {}, result.value)
    showToast('done', result.msg)
    onDone()
  }
  return {
    photo,
    isBusy: isBusy || percent !== null,
    sentPercent: percent,
    refusal,
    async choose(file: File) {
      setRefusal(null)
      const cropped = await during(cropPhoto(file))
      if (cropped === null) setRefusal(t('mine.avatar.unreadable'))
      else setPhoto({ file: cropped, url: URL.createObjectURL(cropped) })
    },
    async send() {
      if (photo === null) return
      setRefusal(null)
      const result = await send((progress) => upload(userAvatar, { photo: photo.file }, progress))
      if (result !== null) await take(result)
    },
    async remove() {
      setRefusal(null)
      await take(await during(call(userAvatarRemove, {})))
    },
  }
}
