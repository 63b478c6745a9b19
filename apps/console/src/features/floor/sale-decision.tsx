import { useState } from 'react'
import { operatorSaleConfirm, operatorSaleDetail, operatorSaleQueue } from '@candor/api/operator'
import type { SaleCase } from '@candor/api/operator'
import { Note } from '@candor/ui'
import { call, conclude } from '../../shared/api/index.ts'
import { Choices, DecisionForm, DecisionHead, useSending } from '../../shared/case/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { useShortcuts } from '../../shared/navigation/index.ts'
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
  const sending = useSending({
    faultOf: () => (isChosen ? null : t('floor.fault.choice')),
    send: async () =>
      conclude(await call(operatorSaleConfirm, { id }), {
        changes: [operatorSaleQueue, operatorSaleDetail],
        done: ({ state }) => t(`floor.done.${state}`),
      }),
  })
  const choose = () => {
    setChosen(true)
    sending.clearFault()
  }
  useShortcuts({ a: choose })
  return (
    <DecisionForm confirm={t('floor.record')} sending={sending}>
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
