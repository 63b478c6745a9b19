import { useEffect, useRef, useState } from 'react'
import { Button } from '@candor/ui'
import { QrCodeIcon } from '@candor/ui/icons/proof'
import { useTexts } from '../../shared/i18n/index.ts'
import { requestOfLink } from './check-link.ts'
import type { CheckRequest } from './check-link.ts'
import { openCodeDetector } from './code-detector.ts'
import type { CodeDetector } from './code-detector.ts'
import styles from './check.module.css'

interface ScanFieldProps {
  readonly onCheck: (request: CheckRequest) => void
}

/** Reads the QR code of a receipt with the camera, or says that this browser does not. */
export function ScanField({ onCheck }: ScanFieldProps) {
  const { t } = useTexts()
  // Undefined until the browser has said what it reads.
  const [detector, setDetector] = useState<CodeDetector | null>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    void openCodeDetector().then(setDetector, () => setDetector(null))
  }, [])
  if (detector === undefined) return null
  if (detector === null) return <p className={styles.caption}>{t('check.scan.none')}</p>
  return (
    <div className={styles.scan}>
      {isOpen ? <Camera detector={detector} onCheck={onCheck} /> : null}
      <Button tone="quiet" size="medium" icon={<QrCodeIcon size={20} />} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'check.scan.stop' : 'check.scan')}
      </Button>
      {isOpen ? null : <p className={styles.caption}>{t('check.scan.hint')}</p>}
    </div>
  )
}

type Sight = 'looking' | 'other' | 'denied'

const everyMs = 200

/** The camera's picture, until a code in it is the link of a check. No picture leaves this device. */
function Camera({ detector, onCheck }: ScanFieldProps & { readonly detector: CodeDetector }) {
  const { t } = useTexts()
  const video = useRef<HTMLVideoElement>(null)
  const found = useRef(onCheck)
  const [sight, setSight] = useState<Sight>('looking')
  useEffect(() => {
    found.current = onCheck
  }, [onCheck])
  useEffect(
    () =>
      watchCodes(video.current, detector, {
        onCode: (text) => {
          const request = requestOfLink(text)
          if (request === null) setSight('other')
          else found.current(request)
        },
        onDenied: () => setSight('denied'),
      }),
    [detector],
  )
  return (
    <>
      <video ref={video} className={styles.camera} muted playsInline hidden={sight === 'denied'} />
      <p role="status" className={styles.caption}>
        {t(`check.scan.${sight}`)}
      </p>
    </>
  )
}

interface CodeListener {
  onCode(text: string): void
  /** There is no camera, or this page may not use it. */
  onDenied(): void
}

/** Shows the camera in a video and reads the codes in its pictures. Returns the function that ends it. */
function watchCodes(video: HTMLVideoElement | null, detector: CodeDetector, listener: CodeListener): () => void {
  let stream: MediaStream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const look = async () => {
    const hasPicture = video !== null && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
    const [code] = hasPicture ? await detector.detect(video).catch(() => []) : []
    if (isOver) return
    if (code !== undefined) listener.onCode(code.rawValue)
    timer = setTimeout(() => void look(), everyMs)
  }
  const start = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    if (isOver || video === null) return end()
    video.srcObject = stream
    await video.play()
    return look()
  }
  const end = () => {
    isOver = true
    clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  start().catch(() => {
    if (!isOver) listener.onDenied()
  })
  return end
}
