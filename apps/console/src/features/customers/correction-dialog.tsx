import { useState } from 'react'
import { correctionReason, operatorCorrectionPropose, operatorCorrections } from '@candor/api/operator'
import { Button, Dialog, showToast } from '@candor/ui'
import type * as z from 'zod/mini'
import { call, refresh } from '../../shared/api/index.ts'
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
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const propose = async () => {
    const wrong = correctionError({ amount, note })
    if (wrong !== null) return setError(t(`customers.correct.fault.${wrong}`))
    setBusy(true)
    const result = await call(operatorCorrectionPropose, {
      customerId,
      asset,
      amount: plainAmount(amount),
      reason,
      note: note.trim(),
    })
    setBusy(false)
    if (!result.ok) return setError(result.msg)
    refresh(operatorCorrections)
    showToast('done', t('customers.done.proposed'))
    onClose()
  }
  return (
    <Dialog
      title={t('customers.correct.title')}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void propose()}>
            {t('customers.correct.send')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('customers.correct.text')}</p>
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
    </Dialog>
  )
}
