import { useMemo } from 'react'
import { ButtonRow, RowList, Sheet } from '@candor/ui'
import { receiptLogProofs } from '@candor/proof/receipt'
import { DownloadSimpleIcon } from '@candor/ui/icons/receipt-proof'
import { formatCount, useTexts } from '../i18n/index.ts'
import type { Texts } from '../i18n/index.ts'
import { saveText } from './save-file.ts'
import styles from './proof-sheet.module.css'

interface DownloadSheetProps {
  /** The name of the file, without its ending. */
  readonly name: string
  readonly receipt: string
  readonly onClose: () => void
}

/** Saves a verified receipt: whole, or one log entry each for tools that know nothing of receipts. */
export function DownloadSheet({ name, receipt, onClose }: DownloadSheetProps) {
  const texts = useTexts()
  const { t } = texts
  const parts = useMemo(() => receiptLogProofs(receipt), [receipt])
  return (
    <Sheet title={t('proof.download')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <div className={styles.sheet}>
        <RowList hasIcons>
          <ButtonRow
            icon={<DownloadSimpleIcon size={20} />}
            title={t('proof.download.whole')}
            hasCaret={false}
            onPress={() => saveText(`${name}.json`, receipt)}
          />
        </RowList>
        <p className={styles.note}>{t('proof.download.parts')}</p>
        <RowList hasIcons>
          {parts.map((part) => (
            <ButtonRow
              key={part.name}
              icon={<DownloadSimpleIcon size={20} />}
              title={partName(texts, part.name)}
              hasCaret={false}
              onPress={() => saveText(`${name}-${part.name}.tlog-proof`, part.proof, 'text/plain')}
            />
          ))}
        </RowList>
      </div>
    </Sheet>
  )
}

function partName({ t, locale }: Texts, name: string): string {
  if (name === 'placed' || name === 'settled' || name === 'moved') return t(`proof.download.part.${name}`)
  return t('proof.download.part.slot', { slot: formatCount(locale, Number(name.replace('slot-', ''))) })
}
