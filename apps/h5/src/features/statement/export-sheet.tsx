import { useEffect, useRef, useState } from 'react'
import { Button, Note, Segmented, Sheet, showToast } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import type { CallFailure } from '../../shared/api/index.ts'
import { formatCount, useTexts } from '../../shared/i18n/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { exportStatement } from './statement-export.ts'
import { isFiltered } from './statement-filter.ts'
import type { StatementShown } from './statement-filter.ts'
import styles from './export-sheet.module.css'

type Extent = 'everything' | 'shown'

export interface ExportSheetProps {
  readonly shown: StatementShown
  /** Whether the shown part is chosen first. */
  readonly isShownOnly?: boolean
  readonly onClose: () => void
}

/** Saves the statement as a file: all of it, or the shown part. Closing cancels. */
export function ExportSheet({ shown, isShownOnly = false, onClose }: ExportSheetProps) {
  const { t } = useTexts()
  const [extent, setExtent] = useState<Extent>(isShownOnly ? 'shown' : 'everything')
  const { bytes, failure, begin } = useExport(extent === 'shown' ? shown : null, onClose)
  return (
    <Sheet title={t('statement.export')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <div className={styles.sheet}>
        <p>{t('statement.export.text')}</p>
        {isFiltered(shown) && bytes === null ? (
          <Segmented
            label={t('statement.export.extent')}
            options={(['everything', 'shown'] as const).map((value) => ({
              value,
              label: t(`statement.export.${value}`),
            }))}
            value={extent}
            onValue={setExtent}
          />
        ) : null}
        <p className={styles.hint}>
          {t(extent === 'everything' ? 'statement.export.check' : 'statement.export.checkShown')}
        </p>
        {failure === null ? null : (
          <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
            {failure.error === 'network'
              ? t('statement.export.cut')
              : t('statement.export.failed', { msg: failure.msg })}
          </Note>
        )}
        <Button isBusy={bytes !== null} onClick={() => void begin()}>
          {bytes === null ? t('statement.export.action') : <Arrived bytes={bytes} />}
        </Button>
      </div>
    </Sheet>
  )
}

/** How much of the file is here. */
function Arrived({ bytes }: { readonly bytes: number }) {
  const { t, locale } = useTexts()
  return t('statement.export.progress', { size: formatCount(locale, Math.ceil(bytes / 1_000)) })
}

/** An export started by the screen, which ends with it. `bytes` is null while none is running. */
function useExport(shown: StatementShown | null, onClose: () => void) {
  const { t } = useTexts()
  const [bytes, setBytes] = useState<number | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])
  const begin = async () => {
    const { signal } = (underWay.current = new AbortController())
    setFailure(null)
    setBytes(0)
    const day = new Date(realtime.clock.nowMs()).toISOString().slice(0, 10)
    const outcome = await exportStatement({ shown, day, onProgress: setBytes, signal })
    if (signal.aborted) return
    setBytes(null)
    if (typeof outcome !== 'string') return setFailure(outcome)
    showToast('done', t('statement.export.done', { name: outcome }))
    onClose()
  }
  return { bytes, failure, begin }
}
