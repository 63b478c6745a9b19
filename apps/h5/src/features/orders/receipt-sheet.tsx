import { useEffect, useState } from 'react'
import { Button, Sheet, Skeleton, StatePanel } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { useTexts } from '../../shared/i18n/index.ts'
import { receiptPicture } from './receipt-picture.ts'
import type { PictureFacts } from './receipt-picture.ts'
import styles from './receipt-sheet.module.css'

interface ReceiptSheetProps {
  readonly facts: PictureFacts
  /** The same as text, for people who cannot see the picture. */
  readonly words: string
  readonly name: string
  readonly onText: () => void
  readonly onClose: () => void
}

/** Hands a receipt on as a picture, which is shown first; or as text. */
export function ReceiptSheet({ facts, words, name, onText, onClose }: ReceiptSheetProps) {
  const { t } = useTexts()
  const picture = usePicture(facts, `${name}.png`)
  return (
    <Sheet title={t('orders.share.title')} closeLabel={t('shared.action.close')} onClose={onClose}>
      {picture === undefined ? <Skeleton width="100%" height={320} radius={20} /> : null}
      {picture === null ? (
        <StatePanel icon={<ReceiptIcon size={28} />} title={t('orders.share.noPicture')} text="" />
      ) : null}
      {picture ? <img className={styles.picture} src={picture.url} alt={words} /> : null}
      <div className={styles.ways}>
        <Button
          disabled={!picture}
          onClick={() => picture && void handOn(picture).then((isDone) => isDone && onClose())}
        >
          {t(picture && maySend(picture.file) ? 'orders.share.picture' : 'orders.share.save')}
        </Button>
        <Button tone="quiet" onClick={onText}>
          {t('orders.share.asText')}
        </Button>
      </div>
    </Sheet>
  )
}

interface Picture {
  readonly file: File
  readonly url: string
}

/** The drawn picture; null where this browser cannot draw, undefined while it draws. */
function usePicture(facts: PictureFacts, name: string): Picture | null | undefined {
  const { language } = useTexts()
  const [picture, setPicture] = useState<Picture | null>()
  const [shown] = useState(facts)
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    void receiptPicture(shown, language).then((blob) => {
      if (isGone) return
      url = blob === null ? null : URL.createObjectURL(blob)
      setPicture(blob === null || url === null ? null : { file: new File([blob], name, { type: blob.type }), url })
    })
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [shown, language, name])
  return picture
}

/** Whether this browser hands files to other apps. */
function maySend(file: File): boolean {
  const { canShare } = navigator as Partial<Navigator>
  return canShare !== undefined && navigator.canShare({ files: [file] })
}

/** Hands the picture to another app, or saves it. False where the customer closed the browser's own sheet. */
async function handOn({ file, url }: Picture): Promise<boolean> {
  if (!maySend(file)) {
    const link = document.createElement('a')
    link.href = url
    link.download = file.name
    link.click()
    return false
  }
  try {
    await navigator.share({ files: [file] })
    return true
  } catch {
    // Closed, or refused by the browser: the sheet stays, with the alternative.
    return false
  }
}
