import { useState } from 'react'
import { correctionReason, operatorCorrections } from '@candor/api/operator'
import { call, conclude } from '../../shared/api/index.ts'
import { ReasonChoiceDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextInput } from '../../shared/page/index.ts'
import { correctionError, plainAmount } from './correction-model.ts'
import styles from './customers.module.css'

export interface CorrectionDialogProps {
  readonly customerId: string
  readonly onClose: () => void
}

/** Proposes a movement between the house and a customer. A second operator must confirm it. */
export function CorrectionDialog({ customerId, onClose }: CorrectionDialogProps) {
  const [asset, setAsset] = useState<'USD' | 'USDT'>('USD')
  const [amount, setAmount] = useState('')
  return (
    <ReasonChoiceDialog
      className={styles.fields}
      title={t('customers.correct.title')}
      text={t('customers.correct.text')}
      confirm={t('customers.correct.send')}
      reasons={{
        label: t('customers.correct.why'),
        values: correctionReason.options,
        labelOf: (reason) => t(`customers.correct.why.${reason}`),
        first: 'booking-error',
      }}
      noteLabel={t('customers.note')}
      faultOf={(note) => {
        const wrong = correctionError({ amount, note })
        return wrong === null ? null : t(`customers.correct.fault.${wrong}`)
      }}
      send={async ({ reason, note }) => {
        const form = { customerId, asset, amount: plainAmount(amount), reason, note: note.trim() }
        const result = await call(operatorCorrections.propose, form)
        return conclude(result, { changes: [operatorCorrections.list], done: t('customers.done.proposed') })
      }}
      onClose={onClose}
    >
      <Select
        label={t('customers.correct.asset')}
        value={asset}
        onValue={setAsset}
        options={(['USD', 'USDT'] as const).map((value) => ({ value, label: value }))}
      />
      <TextInput label={t('customers.correct.amount')} value={amount} onValue={setAmount} maxLength={18} />
    </ReasonChoiceDialog>
  )
}
