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
import { Button, Dialog, showToast } from '@candor/ui'
import type * as z from 'zod/mini'
import { call, refresh } from '../../shared/api/index.ts'
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
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const result = isEnabled
      ? await call(operatorCustomerDisable, { id, reason: whyDisable, note })
      : await call(operatorCustomerEnable, { id, reason: whyEnable, note })
    setBusy(false)
    if (!result.ok) return setError(result.msg)
    refresh(operatorCustomer, operatorCustomers)
    showToast('done', t(isEnabled ? 'customers.done.disabled' : 'customers.done.enabled'))
    onClose()
  }
  return (
    <Dialog
      title={t(isEnabled ? 'customers.disable.title' : 'customers.enable.title')}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void confirm()}>
            {t(isEnabled ? 'customers.disable' : 'customers.enable')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{t(isEnabled ? 'customers.disable.text' : 'customers.enable.text')}</p>
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
    </Dialog>
  )
}
