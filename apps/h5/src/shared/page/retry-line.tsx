import type { ReactNode } from 'react'
import { Button } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'
import styles from './retry-line.module.css'

export interface RetryLineProps {
  /** What failed. */
  readonly children: ReactNode
  readonly isBusy?: boolean
  readonly onRetry: () => Promise<unknown>
}

/** In a card whose content failed to load: a sentence, and the button that tries again. */
export function RetryLine({ children, isBusy = false, onRetry }: RetryLineProps) {
  const { t } = useTexts()
  return (
    <div className={styles.line}>
      <p>{children}</p>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void onRetry()}>
        {t('shared.action.retry')}
      </Button>
    </div>
  )
}
