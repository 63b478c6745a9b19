import { useId, useRef, useState } from 'react'
import { maxFileBytes } from '@candor/api'
import { Button, Card, IconButton, PhotoInput } from '@candor/ui'
import { FlaskIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { ImageSquareIcon, TrashIcon } from '@candor/ui/icons/wallet'
import { SendingBar } from '../../shared/forms/index.ts'
import { formatPrice, useTexts } from '../../shared/i18n/index.ts'
import { useMode } from '../../shared/money/index.ts'
import styles from './recharge-page.module.css'
import { sampleVoucher } from './sample-voucher.ts'
import { megabytes } from './voucher-model.ts'

/** A voucher that is chosen, and where the browser shows it from. */
export interface ChosenFile {
  readonly file: File
  readonly url: string
}

export interface VoucherFieldProps {
  readonly chosen: ChosenFile | null
  readonly isRequired: boolean
  readonly onChosen: (chosen: ChosenFile | null) => void
  /** How much of the form has left this phone, while it is sent. */
  readonly sentPercent: number | null
}

/** The photo of the transfer: chosen, looked at before it is sent, taken out again. */
export function VoucherField({ chosen, isRequired, onChosen, sentPercent }: VoucherFieldProps) {
  const { t } = useTexts()
  const mode = useMode()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setError] = useState<'unreadable' | 'too-large' | null>(null)
  const take = async (file: File) => {
    const found = file.size > maxFileBytes ? 'too-large' : (await isPicture(file)) ? null : 'unreadable'
    setError(found)
    if (found === null) onChosen({ file, url: URL.createObjectURL(file) })
  }
  return (
    <div>
      <div className={styles.voucherLabels}>
        <span id={id}>{t('recharge.voucher')}</span>
        <span>{t(isRequired ? 'recharge.voucherLimits' : 'recharge.optional')}</span>
      </div>
      <PhotoInput ref={input} onFile={(file) => void take(file)} />
      {chosen === null ? (
        <>
          <button
            type="button"
            className={styles.drop}
            aria-describedby={fault === null ? undefined : `${id}-fault`}
            onClick={() => input.current?.click()}
          >
            <ImageSquareIcon />
            {t('recharge.addVoucher')}
            <small>{t('recharge.voucherShows')}</small>
          </button>
          {mode === 'sandbox' ? (
            <div className={styles.sample}>
              <Button
                tone="bare"
                size="medium"
                icon={<FlaskIcon size={20} />}
                onClick={() => void sampleVoucher().then(take)}
              >
                {t('recharge.sampleVoucher')}
              </Button>
            </div>
          ) : null}
        </>
      ) : (
        <ChosenVoucher chosen={chosen} sentPercent={sentPercent} onRemove={() => onChosen(null)} />
      )}
      <p id={`${id}-fault`} role="status" className={fault === null ? undefined : styles.fault}>
        {fault === null ? null : (
          <>
            <WarningCircleIcon size={16} />
            {t(`recharge.voucher.${fault}`)}
          </>
        )}
      </p>
    </div>
  )
}

interface ChosenVoucherProps {
  readonly chosen: ChosenFile
  readonly sentPercent: number | null
  readonly onRemove: () => void
}

function ChosenVoucher({ chosen: { file, url }, sentPercent, onRemove }: ChosenVoucherProps) {
  const { t, locale } = useTexts()
  return (
    <Card>
      <div className={styles.voucher}>
        <img className={styles.picture} src={url} alt={t('recharge.voucherPreview')} />
        <div className={styles.voucherWords}>
          <span className={styles.fileName}>{file.name}</span>
          <span className={styles.fileDetail} role="status">
            {sentPercent === null
              ? t('recharge.voucherReady', { size: formatPrice(locale, megabytes(file.size)) })
              : t('recharge.voucherSending', { percent: sentPercent })}
          </span>
          {sentPercent === null ? null : (
            <SendingBar className={styles.progress} label={t('recharge.voucherProgress')} percent={sentPercent} />
          )}
        </div>
        <IconButton label={t('recharge.removeVoucher')} disabled={sentPercent !== null} onClick={onRemove}>
          <TrashIcon size={20} />
        </IconButton>
      </div>
    </Card>
  )
}

/** Whether this browser can open a file as a picture. The server checks again. */
async function isPicture(file: File): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return true
  } catch {
    // Not a picture, or one that only other programs read.
    return false
  }
}
