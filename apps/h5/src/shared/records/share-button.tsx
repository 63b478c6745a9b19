import { useState } from 'react'
import { IconButton, Sheet, showToast } from '@candor/ui'
import { ExportIcon } from '@candor/ui/icons/ticket'
import { useAreAmountsHidden } from '../format/index.ts'
import { useTexts } from '../i18n/index.ts'
import { useMode } from '../system/index.ts'
import styles from './share-button.module.css'
import { browserDoors, shareText } from './share-text.ts'

export interface ShareButtonProps {
  readonly title: string
  /** The record as plain text; without amounts where they are hidden. */
  readonly text: (areHidden: boolean) => string
}

/** Hands a record on as text, without amounts while they are hidden. In the sandbox the text says that it is play money. */
export function ShareButton({ title, text }: ShareButtonProps) {
  const { t } = useTexts()
  const mode = useMode()
  const areHidden = useAreAmountsHidden()
  const [byHand, setByHand] = useState<string | null>(null)
  const share = async () => {
    const whole = [text(areHidden), ...(mode === 'sandbox' ? [t('records.share.playMoney')] : [])].join('\n')
    const how = await shareText({ title, text: whole }, browserDoors())
    if (how === 'copied') showToast('done', t(areHidden ? 'records.share.copiedWithout' : 'records.copied'))
    if (how === 'impossible') setByHand(whole)
  }
  return (
    <>
      <IconButton label={t('records.share')} onClick={() => void share()}>
        <ExportIcon size={24} />
      </IconButton>
      {byHand === null ? null : (
        <Sheet title={t('records.share.text')} closeLabel={t('shared.action.close')} onClose={() => setByHand(null)}>
          <p className={styles.hint}>{t('records.share.byHand')}</p>
          {areHidden ? <p className={styles.hint}>{t('records.share.without')}</p> : null}
          <p className={styles.text}>{byHand}</p>
        </Sheet>
      )}
    </>
  )
}
