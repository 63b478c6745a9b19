import { useState } from 'react'
import { Button, Field } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, FileDrop } from '../../shared/parts/index.ts'
import { requestOfLink } from './check-link.ts'
import type { CheckRequest } from './check-link.ts'
import { ScanField } from './scan-field.tsx'
import styles from './check.module.css'

interface OrderCardProps {
  readonly onCheck: (request: CheckRequest) => void
  readonly onReceipt: (text: string) => void
}

/** A shared link, the file of a receipt, which stays on this device, or a receipt's QR code. */
export function OrderCard({ onCheck, onReceipt }: OrderCardProps) {
  const { t } = useTexts()
  const [link, setLink] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <Card title={t('check.order.title')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const request = requestOfLink(link)
          setWrong(request === null)
          if (request !== null) onCheck(request)
        }}
      >
        <Field
          label={t('check.order.link')}
          hint={t('check.order.link.hint')}
          error={isWrong ? t('check.fault.bad-link') : null}
          value={link}
          onValue={(value) => {
            setLink(value)
            setWrong(false)
          }}
          inputMode="url"
          autoComplete="off"
        />
        <Button type="submit" tone="quiet" size="medium" disabled={link === ''}>
          {t('check.order.open')}
        </Button>
      </form>
      <div className={styles.ways}>
        <FileDrop label={t('check.order.file')} hint={t('check.order.file.hint')} onText={onReceipt} />
        <ScanField onCheck={onCheck} />
      </div>
    </Card>
  )
}
