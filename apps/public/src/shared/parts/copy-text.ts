import { showToast } from '@candor/ui'
import type { Texts } from '../i18n/index.ts'

/** Copies a text, and says whether the browser has let it. */
export async function copyText({ t }: Pick<Texts, 't'>, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('done', t('shared.copied'))
  } catch {
    showToast('refused', t('shared.notCopied'))
  }
}
