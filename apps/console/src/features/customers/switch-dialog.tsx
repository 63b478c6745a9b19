import { useState } from 'react'
import {
  disableReason,
  enableReason,
  operatorCustomer,
  operatorCustomerDisable,
  operatorCustomerEnable,
  operatorCustomers,
} from '@candor/api/operator'
import type { CustomerListItem } from '@candor/api/operator'
import type * as z from 'zod/mini'
import { call, conclude } from '../../shared/api/index.ts'
import { ActDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextArea } from '../../shared/page/index.ts'
import styles from './customers.module.css'

/** Asks for the reason before an account is disabled, or enabled again. */
export function SwitchDialog({
  customer,
  onClose,
}: {
  readonly customer: CustomerListItem
  readonly onClose: () => void
}) {
  const { id, isEnabled } = customer
  const [whyDisable, setWhyDisable] = useState<z.output<typeof disableReason>>('customer-asked')
  const [whyEnable, setWhyEnable] = useState<z.output<typeof enableReason>>('customer-asked')
  const [note, setNote] = useState('')
  const confirm = async () => {
    const result = isEnabled
      ? await call(operatorCustomerDisable, { id, reason: whyDisable, note })
      : await call(operatorCustomerEnable, { id, reason: whyEnable, note })
    // Nothing changed, and reading the customer again would be recorded.
    if (!result.ok) return result.msg
    return conclude(result, {
      changes: [operatorCustomer, operatorCustomers],
      done: t(isEnabled ? 'customers.done.disabled' : 'customers.done.enabled'),
    })
  }
  return (
    <ActDialog
      title={t(isEnabled ? 'customers.disable.title' : 'customers.enable.title')}
      text={t(isEnabled ? 'customers.disable.text' : 'customers.enable.text')}
      confirm={t(isEnabled ? 'customers.disable' : 'customers.enable')}
      send={confirm}
      onClose={onClose}
    >
      {(fault) => (
        <div className={styles.fields}>
          {isEnabled ? (
            <Select
              label={t('customers.reason')}
              value={whyDisable}
              onValue={setWhyDisable}
              options={disableReason.options.map((value) => ({ value, label: t(`customers.reason.${value}`) }))}
            />
          ) : (
            <Select
              label={t('customers.reason')}
              value={whyEnable}
              onValue={setWhyEnable}
              options={enableReason.options.map((value) => ({ value, label: t(`customers.reason.${value}`) }))}
            />
          )}
          <TextArea label={t('customers.note')} value={note} onValue={setNote} error={fault} maxLength={500} />
        </div>
      )}
    </ActDialog>
  )
}
