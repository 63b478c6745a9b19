import { useState } from 'react'
import { operatorTermsPropose, operatorTermsProposals } from '@candor/contract/operator'
import type { TermsVersion } from '@candor/contract/operator'
import { Button, Dialog, showToast } from '@candor/ui'
import { call, refresh } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextArea, TextInput } from '../../shared/page/index.ts'
import { formOf, termsFault } from './terms-model.ts'
import type { TermsForm } from './terms-model.ts'
import { durationWords } from './terms-words.ts'
import styles from './risk.module.css'

export interface ProposeDialogProps {
  readonly symbol: string
  readonly current: TermsVersion
  readonly onClose: () => void
}

const amounts = ['stakeMin', 'stakeMax', 'feeBps', 'payoutBps', 'maxOpenPayout'] as const

/** Other terms for one market and duration, proposed to a second person. */
export function ProposeDialog({ symbol, current, onClose }: ProposeDialogProps) {
  const [form, setForm] = useState<TermsForm>(() => formOf(current))
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<TermsForm>) => {
    setForm({ ...form, ...part })
    setFault(null)
  }
  const propose = async () => {
    const wrong = termsFault(form, current)
    if (wrong !== null) return setFault(t(`risk.fault.${wrong}`))
    setBusy(true)
    const result = await call(operatorTermsPropose, { ...form, symbol, durationMs: current.durationMs, note: form.note.trim() })
    setBusy(false)
    if (!result.ok) return setFault(result.msg)
    refresh(operatorTermsProposals)
    showToast('done', t('risk.done.proposed'))
    onClose()
  }
  return (
    <Dialog
      title={t('risk.propose.title', { symbol, duration: durationWords(current.durationMs) })}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void propose()}>
            {t('risk.propose.send')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('risk.propose.text')}</p>
      <div className={styles.fields}>
        <Select
          label={t('risk.propose.offered')}
          value={form.isOffered ? 'yes' : 'no'}
          onValue={(value) => change({ isOffered: value === 'yes' })}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`risk.${value}`) }))}
        />
        {amounts.map((field) => (
          <TextInput
            key={field}
            label={t(`risk.propose.${field}`)}
            value={form[field]}
            onValue={(text) => change({ [field]: text })}
            maxLength={19}
          />
        ))}
        <TextArea label={t('risk.propose.why')} value={form.note} onValue={(note) => change({ note })} error={fault} maxLength={500} />
      </div>
    </Dialog>
  )
}
