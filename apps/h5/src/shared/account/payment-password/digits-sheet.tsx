import { useState } from 'react'
import type { ReactNode } from 'react'
import { PinPad, Sheet } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import styles from './payment-password.module.css'

export interface DigitsSheetProps {
  readonly title: string
  /** Under the title: what is being paid, or the purpose of the digits. */
  readonly children?: ReactNode
  readonly error?: string | null
  readonly aside?: ReactNode
  readonly isBusy?: boolean
  /** Called with the six digits once complete; the boxes are then cleared. */
  readonly onDigits: (digits: string) => void
  readonly onClose: () => void
}

/** A sheet that takes six digits. */
export function DigitsSheet({ title, children, error, aside, isBusy = false, onDigits, onClose }: DigitsSheetProps) {
  const { t } = useTexts()
  const [digits, setDigits] = useState('')
  const take = (value: string) => {
    setDigits(value.length === 6 ? '' : value)
    if (value.length === 6) onDigits(value)
  }
  return (
    <Sheet title={title} closeLabel={t('shared.action.close')} onClose={onClose} isBusy={isBusy}>
      {children === undefined ? null : <div className={styles.purpose}>{children}</div>}
      <PinPad
        label={title}
        value={isBusy ? '••••••' : digits}
        onValue={take}
        progress={isBusy ? t('payment-password.sending') : t('payment-password.progress', { count: digits.length })}
        deleteLabel={t('payment-password.delete')}
        error={digits === '' && !isBusy ? error : null}
        aside={aside}
        isBusy={isBusy}
      />
    </Sheet>
  )
}
