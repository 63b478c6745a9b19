import { useEffect, useRef, useState } from 'react'
import type { KycSide } from '@candor/api'
import { Button, FieldNote, PhotoInput } from '@candor/ui'
import { ImageIcon } from '@candor/ui/icons/identity'
import { CheckCircleFillIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'
import { useMode } from '../../shared/money/index.ts'
import styles from './photo-card.module.css'
import { preparePhoto } from './prepare-photo.ts'
import type { PreparedPhoto } from './prepare-photo.ts'
import { samplePhoto } from './sample-photo.ts'
import type { SampleText } from './sample-photo.ts'

interface PhotoCardProps {
  readonly side: KycSide
  /** The content of the sample. */
  readonly draft: SampleText
  readonly photo: PreparedPhoto | null
  readonly isBusy: boolean
  readonly error: string | null
  readonly onPhoto: (photo: PreparedPhoto) => void
}

/** One side of the document: empty with ways to fill it, or the photo with this phone's assessment. */
export function PhotoCard({ side, draft, photo, isBusy, error, onPhoto }: PhotoCardProps) {
  const { t } = useTexts()
  const [isReading, setReading] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  useEffect(() => {
    if (photo !== null) return () => URL.revokeObjectURL(photo.url)
    return undefined
  }, [photo])
  const take = async (reading: Promise<Blob | null>) => {
    setReading(true)
    const file = await reading
    const prepared = file === null ? null : await preparePhoto(file)
    setReading(false)
    setUnreadable(prepared === null)
    if (prepared !== null) onPhoto(prepared)
  }
  const name = t(`kyc.photo.${side}`)
  const shownError = isUnreadable ? t('kyc.photo.unreadable') : error
  const noteId = `kyc-photo-${side}`
  return (
    <section
      className={styles.card}
      aria-label={name}
      aria-describedby={noteId}
      data-invalid={shownError === null ? undefined : ''}
    >
      <h3>{name}</h3>
      {photo === null ? (
        <div className={styles.empty}>
          <ImageIcon size={28} />
        </div>
      ) : (
        <>
          <img className={styles.photo} src={photo.url} alt={t('kyc.photo.mine', { side: name })} />
          <Quality warnings={photo.warnings} />
        </>
      )}
      <FieldNote id={noteId} error={shownError} />
      <Choices
        hasPhoto={photo !== null}
        isBusy={isBusy || isReading}
        onFile={(file) => void take(Promise.resolve(file))}
        onSample={() => void take(samplePhoto(side, draft))}
      />
    </section>
  )
}

const judged = ['small', 'blurred', 'glare'] as const

/** Three assessments; a warning refuses nothing. */
function Quality({ warnings }: Pick<PreparedPhoto, 'warnings'>) {
  const { t } = useTexts()
  return (
    <ul className={styles.quality}>
      {judged.map((point) => {
        const isWarned = warnings.includes(point)
        return (
          <li key={point} data-warned={isWarned ? '' : undefined}>
            {isWarned ? <WarningCircleIcon size={18} /> : <CheckCircleFillIcon size={18} />}
            {t(isWarned ? `kyc.photo.warning.${point}` : `kyc.photo.ok.${point}`)}
          </li>
        )
      })}
    </ul>
  )
}

interface ChoicesProps {
  readonly hasPhoto: boolean
  readonly isBusy: boolean
  readonly onFile: (file: File) => void
  readonly onSample: () => void
}

/** In the sandbox a sample comes first, and a real document is never requested. */
function Choices({ hasPhoto, isBusy, onFile, onSample }: ChoicesProps) {
  const { t } = useTexts()
  const mode = useMode()
  if (mode === 'sandbox') {
    return (
      <div className={styles.choices}>
        {hasPhoto ? null : (
          <Button tone="quiet" size="medium" isBusy={isBusy} onClick={onSample}>
            {t('kyc.photo.sample')}
          </Button>
        )}
        <FileButton
          tone="bare"
          label={t(hasPhoto ? 'kyc.photo.other' : 'kyc.photo.file')}
          isBusy={isBusy}
          onFile={onFile}
        />
      </div>
    )
  }
  return (
    <div className={styles.choices}>
      <FileButton
        tone="quiet"
        label={t(hasPhoto ? 'kyc.photo.other' : 'kyc.photo.camera')}
        isCamera
        isBusy={isBusy}
        onFile={onFile}
      />
      <FileButton tone="bare" label={t('kyc.photo.choose')} isBusy={isBusy} onFile={onFile} />
    </div>
  )
}

interface FileButtonProps {
  readonly tone: 'quiet' | 'bare'
  readonly label: string
  /** Opens the camera directly, if there is one. */
  readonly isCamera?: boolean
  readonly isBusy: boolean
  readonly onFile: (file: File) => void
}

function FileButton({ tone, label, isCamera = false, isBusy, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <PhotoInput ref={input} isCamera={isCamera} onFile={onFile} />
      <Button tone={tone} size="medium" disabled={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
