import { useId, useState } from 'react'
import { showToast } from '@candor/ui'
import { TerminalWindowIcon } from '@candor/ui/icons/proof'
import { CaretDownIcon, CaretUpIcon } from '@candor/ui/icons/trade'
import { CopyIcon } from '@candor/ui/icons/wallet'
import { useTexts } from '../i18n/index.ts'
import styles from './parts.module.css'

/**
 * “Recalculate this” at the foot of a card, closed: the command that makes the card's figures again, with a copy
 * button.
 */
export function Recompute({ command, label }: { readonly command: string; readonly label?: string }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command)
      showToast('done', t('shared.copied'))
    } catch {
      showToast('refused', t('shared.notCopied'))
    }
  }
  return (
    <div className={styles.recompute}>
      <button
        type="button"
        className={styles.recomputeButton}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        <TerminalWindowIcon size={16} />
        <span>{label ?? t('shared.recompute')}</span>
        {isOpen ? <CaretUpIcon size={12} /> : <CaretDownIcon size={12} />}
      </button>
      <div id={panel} hidden={!isOpen}>
        <div className={styles.command}>
          <code>{command}</code>
          <button
            type="button"
            className={styles.copy}
            aria-label={t('shared.copyCommand')}
            onClick={() => void copy()}
          >
            <CopyIcon size={18} />
          </button>
        </div>
      </div>
    </div>
  )
}
