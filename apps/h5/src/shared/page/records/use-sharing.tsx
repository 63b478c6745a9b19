import { useState } from 'react'
import type { ReactNode } from 'react'
import { Sheet, showToast } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import { useMode } from '../../money/index.ts'
import styles from './share-button.module.css'
import { browserDoors, shareText } from './share-labels.ts'

/** The shared text. */
export interface SharedText {
  readonly title: string
  readonly text: string
  /** The picture leaves out amounts that the customer hides; the app then shows a note about it. */
  readonly lacksAmounts?: boolean
}

/**
 * Shares a text with another app, or copies it. If the browser can do neither, `sheet` shows it for copying by hand. In
 * the sandbox the text says that it is play money.
 */
export function useSharing(): { readonly share: (shared: SharedText) => Promise<void>; readonly sheet: ReactNode } {
  const { t } = useTexts()
  const mode = useMode()
  const [byHand, setByHand] = useState<SharedText | null>(null)
  const share = async ({ title, text, lacksAmounts = false }: SharedText) => {
    const whole = [text, ...(mode === 'sandbox' ? [t('records.share.playMoney')] : [])].join('\n')
    const how = await shareText({ title, text: whole }, browserDoors())
    if (how === 'copied') showToast('done', t(lacksAmounts ? 'records.share.copiedWithout' : 'records.copied'))
    if (how === 'impossible') setByHand({ title, text: whole, lacksAmounts })
  }
  const sheet =
    byHand === null ? null : (
      <Sheet title={t('records.share.text')} closeLabel={t('shared.action.close')} onClose={() => setByHand(null)}>
        <p className={styles.hint}>{t('records.share.byHand')}</p>
        {byHand.lacksAmounts === true ? <p className={styles.hint}>{t('records.share.without')}</p> : null}
        <p className={styles.text}>{byHand.text}</p>
      </Sheet>
    )
  return { share, sheet }
}
