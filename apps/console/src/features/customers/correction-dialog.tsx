import { useState } from 'react'
import { correctionReason, operatorCorrectionPropose, operatorCorrections } from '@candor/api/operator'
import type * as z from 'zod/mini'
import { call, conclude } from '../../shared/api/index.ts'
import { ActDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextArea, TextInput } from '../../shared/page/index.ts'
import { correctionError, plainAmount } from './correction-model.ts'
import styles from './customers.module.css'

/** Proposes a movement between the house and a customer. A second operator must confirm it. */
export function CorrectionDialog({
  customerId,
  onClose,
}: {
  readonly customerId: string
  readonly onClose: () => void
}) {
  const [asset, setAsset] = useState<'USD' | 'USDT'>('USD')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState<z.output<typeof correctionReason>>('booking-error')
  const [note, setNote] = useState('')
  const faultOf = () => {
    const wrong = correctionError({ amount, note })
    return wrong === null ? null : t(`customers.correct.fault.${wrong}`)
  }
  const propose = async () => {
    const form = { customerId, asset, amount: plainAmount(amount), reason, note: note.trim() }
    const result = await call(operatorCorrectionPropose, form)
    return conclude(result, { changes: [operatorCorrections], done: t('customers.done.proposed') })
  }
  return (
    <ActDialog
      title={t('customers.correct.title')}
      text={t('customers.correct.text')}
      confirm={t('customers.correct.send')}
      faultOf={faultOf}
      send={propose}
      onClose={onClose}
    >
      {(fault) => (
        <div className={styles.fields}>
          <Select
            label={t('customers.correct.asset')}
            value={asset}
            onValue={setAsset}
            options={(['USD', 'USDT'] as const).map((value) => ({ value, label: value }))}
          />
          <TextInput label={t('customers.correct.amount')} value={amount} onValue={setAmount} maxLength={18} />
          <Select
            label={t('customers.correct.why')}
            value={reason}
            onValue={setReason}
            options={correctionReason.options.map((value) => ({ value, label: t(`customers.correct.why.${value}`) }))}
          />
          <TextArea label={t('customers.note')} value={note} onValue={setNote} error={fault} maxLength={500} />
        </div>
      )}
    </ActDialog>
  )
}
