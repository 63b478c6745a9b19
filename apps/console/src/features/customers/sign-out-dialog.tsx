import { useState } from 'react'
import { operatorCustomer, operatorCustomerSignOut, signOutReason } from '@candor/api/operator'
import { Button, Dialog, showToast } from '@candor/ui'
import type * as z from 'zod/mini'
import { call, refresh } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextArea } from '../../shared/page/index.ts'
import styles from './customers.module.css'

/** Asks for the reason before all sessions of a customer are ended. */
export function SignOutDialog({ customerId, onClose }: { readonly customerId: string; readonly onClose: () => void }) {
  const [reason, setReason] = useState<z.output<typeof signOutReason>>('customer-asked')
  const [note, setNote] = useState('')
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const result = await call(operatorCustomerSignOut, { id: customerId, reason, note })
    setBusy(false)
    if (!result.ok) return setError(result.msg)
    refresh(operatorCustomer)
    showToast('done', t('customers.done.signedOut', { count: result.value.endedSessions }))
    onClose()
  }
  return (
    <Dialog
      title={t('customers.signOut.title')}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void confirm()}>
            {t('customers.signOut')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('customers.signOut.text')}</p>
      <div className={styles.fields}>
        <Select
          label={t('customers.reason')}
          value={reason}
          onValue={setReason}
          options={signOutReason.options.map((value) => ({ value, label: t(`customers.reason.${value}`) }))}
        />
        <TextArea label={t('customers.note')} value={note} onValue={setNote} error={fault} maxLength={500} />
      </div>
    </Dialog>
  )
}
