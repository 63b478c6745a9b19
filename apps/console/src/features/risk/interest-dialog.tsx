import { useState } from 'react'
import { operatorInterestProposals, operatorInterestPropose } from '@candor/contract/operator'
import type { InterestVersion } from '@candor/contract/operator'
import { Button, Dialog, showToast } from '@candor/ui'
import { call, refresh } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextArea, TextInput } from '../../shared/page/index.ts'
import { interestFault, interestFormOf, wantedInterest } from './interest-model.ts'
import type { InterestForm } from './interest-model.ts'
import { productWords } from './interest-words.ts'
import styles from './risk.module.css'

export interface InterestDialogProps {
  /** The version of now; null for a product that does not exist yet. */
  readonly current: InterestVersion | null
  readonly onClose: () => void
}

const typed = ['dailyRatePpm', 'min', 'max'] as const

/** Another version of an interest product, or a new one, proposed to a second person. */
export function InterestDialog({ current, onClose }: InterestDialogProps) {
  const [form, setForm] = useState<InterestForm>(() => interestFormOf(current))
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<InterestForm>) => {
    setForm({ ...form, ...part })
    setFault(null)
  }
  const propose = async () => {
    const wrong = interestFault(form, current)
    if (wrong !== null) return setFault(t(`risk.fault.${wrong}`))
    setBusy(true)
    const result = await call(operatorInterestPropose, { ...wantedInterest(form, current), note: form.note.trim() })
    setBusy(false)
    if (!result.ok) return setFault(result.msg)
    refresh(operatorInterestProposals)
    showToast('done', t('risk.done.proposed'))
    onClose()
  }
  return (
    <Dialog
      title={current === null ? t('risk.interest.new') : t('risk.interest.propose.title', { product: productWords(current) })}
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
      <p>{t('risk.interest.propose.text')}</p>
      <div className={styles.fields}>
        {current === null ? <NewProduct form={form} onChange={change} /> : null}
        <Select
          label={t('risk.interest.propose.isOpen')}
          value={form.isOpen ? 'yes' : 'no'}
          onValue={(value) => change({ isOpen: value === 'yes' })}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`risk.${value}`) }))}
        />
        {typed.map((field) => (
          <TextInput
            key={field}
            label={t(`risk.interest.propose.${field}`)}
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

interface NewProductProps {
  readonly form: InterestForm
  readonly onChange: (part: Partial<InterestForm>) => void
}

function NewProduct({ form, onChange }: NewProductProps) {
  return (
    <>
      <Select
        label={t('risk.interest.propose.asset')}
        value={form.asset}
        onValue={(asset) => onChange({ asset })}
        options={(['USDT', 'USD'] as const).map((value) => ({ value, label: value }))}
      />
      <TextInput label={t('risk.interest.propose.days')} value={form.days} onValue={(days) => onChange({ days })} maxLength={3} />
    </>
  )
}
