import { useState } from 'react'
import { operatorCustomer, operatorCustomerSignOut, signOutReason } from '@candor/api/operator'
import type * as z from 'zod/mini'
import { call, conclude } from '../../shared/api/index.ts'
import { ActDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextArea } from '../../shared/page/index.ts'
import styles from './customers.module.css'

/** Asks for the reason before all sessions of a customer are ended. */
export function SignOutDialog({ customerId, onClose }: { readonly customerId: string; readonly onClose: () => void }) {
  const [reason, setReason] = useState<z.output<typeof signOutReason>>('customer-asked')
  const [note, setNote] = useState('')
  const confirm = async () => {
    const result = await call(operatorCustomerSignOut, { id: customerId, reason, note })
    // Nothing changed, and reading the customer again would be recorded.
    if (!result.ok) return result.msg
    const done = t('customers.done.signedOut', { count: result.value.endedSessions })
    return conclude(result, { changes: [operatorCustomer], done })
  }
  return (
    <ActDialog
      title={t('customers.signOut.title')}
      text={t('customers.signOut.text')}
      confirm={t('customers.signOut')}
      send={confirm}
      onClose={onClose}
    >
      {(fault) => (
        <div className={styles.fields}>
          <Select
            label={t('customers.reason')}
            value={reason}
            onValue={setReason}
            options={signOutReason.options.map((value) => ({ value, label: t(`customers.reason.${value}`) }))}
          />
          <TextArea label={t('customers.note')} value={note} onValue={setNote} error={fault} maxLength={500} />
        </div>
      )}
    </ActDialog>
  )
}
