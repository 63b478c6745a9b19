import { showToast } from '@candor/ui'
import { currentTexts } from '../../i18n/index.ts'
import { browserDoors } from './share-labels.ts'

/**
 * Copies a code or an address and confirms it; if the browser has no clipboard (plain HTTP) it explains how to copy by
 * hand.
 */
export async function copyText(text: string): Promise<void> {
  const { t } = currentTexts()
  const { copy } = browserDoors()
  try {
    if (copy === undefined) throw new Error('no clipboard')
    await copy(text)
    showToast('done', t('records.copied'))
  } catch {
    // Nothing left the page: the text on the screen selects as a whole.
    showToast('refused', t('records.copyByHand'))
  }
}
