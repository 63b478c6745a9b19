import { useState } from 'react'
import { operatorSaleConfirm, operatorSaleDetail, operatorSaleQueue } from '@candor/api/operator'
import type { SaleCase } from '@candor/api/operator'
import { Note, showToast } from '@candor/ui'
import { call, refresh } from '../../shared/api/index.ts'
import { Choices, DecisionForm, DecisionHead } from '../../shared/case/index.ts'
import { money } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useShortcuts } from '../../shared/keyboard/index.ts'
import { useMay } from '../../shared/operator/index.ts'

/** Why this operator cannot confirm a sale. */
function obstacleTo({ state, isOwnAdvert }: SaleCase, isBarred: boolean) {
  if (state !== 'in-progress') return 'ended'
  if (isBarred) return 'notYours'
  return isOwnAdvert ? 'ownAdvert' : 'lapsing'
}

/** A merchant confirms, or lets the time run out: there is no other decision. */
export function SaleDecision({ sale }: { readonly sale: SaleCase }) {
  const may = useMay(operatorSaleConfirm.access)
  return (
    <>
      <DecisionHead title={t('floor.decision')} tag={t(`floor.state.${sale.state}`)} />
      <Note>{t('floor.rule')}</Note>
      {sale.mayConfirm ? <Confirm sale={sale} /> : <Note>{t(`floor.${obstacleTo(sale, may === false)}`)}</Note>}
    </>
  )
}

function Confirm({ sale: { id, quantity, total } }: { readonly sale: SaleCase }) {
  const [isChosen, setChosen] = useState(false)
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const choose = () => {
    setChosen(true)
    setError(null)
  }
  useShortcuts({ a: choose })
  const record = async () => {
    if (!isChosen) return setError(t('floor.fault.choice'))
    setBusy(true)
    const result = await call(operatorSaleConfirm, { id })
    setBusy(false)
    refresh(operatorSaleQueue, operatorSaleDetail)
    if (!result.ok) return setError(result.msg)
    showToast('done', t(`floor.done.${result.value.state}`))
  }
  return (
    <DecisionForm confirm={t('floor.record')} isBusy={isBusy} fault={fault} onConfirm={() => void record()}>
      <Choices
        label={t('floor.choice')}
        value={isChosen ? 'confirm' : null}
        onValue={choose}
        choices={[
          {
            value: 'confirm',
            label: t('floor.confirm', { quantity: money(quantity, 'USDT'), total: money(total, 'USD') }),
            hotkey: 'A',
          },
        ]}
      />
    </DecisionForm>
  )
}
