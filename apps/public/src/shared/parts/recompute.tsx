import { TerminalWindowIcon } from '@candor/ui/icons/proof'
import { CaretDownIcon, CaretUpIcon } from '@candor/ui/icons/trade'
import { CopyIcon } from '@candor/ui/icons/wallet'
import { useTexts } from '../i18n/index.ts'
import { copyText } from './copy-text.ts'
import styles from './parts.module.css'
import { useFold } from './use-fold.ts'

/**
 * “Recalculate this” at the foot of a card, closed: the command that makes the card's figures again, with a copy
 * button.
 */
export function Recompute({ command, label }: { readonly command: string; readonly label?: string }) {
  const texts = useTexts()
  const { t } = texts
  const { isOpen, button, panel } = useFold()
  return (
    <div className={styles.recompute}>
      <button type="button" className={styles.recomputeButton} {...button}>
        <TerminalWindowIcon size={16} />
        <span>{label ?? t('shared.recompute')}</span>
        {isOpen ? <CaretUpIcon size={12} /> : <CaretDownIcon size={12} />}
      </button>
      <div {...panel}>
        <div className={styles.command}>
          <code>{command}</code>
          <button
            type="button"
            className={styles.copy}
            aria-label={t('shared.copyCommand')}
            onClick={() => void copyText(texts, command)}
          >
            <CopyIcon size={18} />
          </button>
        </div>
      </div>
    </div>
  )
}
