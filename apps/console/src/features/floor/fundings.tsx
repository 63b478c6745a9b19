import { useState } from 'react'
import { operatorDeskFundings, operatorDeskMoney } from '@candor/api/operator'
import type { DeskCase, DeskFundingView } from '@candor/api/operator'
import { Button } from '@candor/ui'
import { call, usePages } from '../../shared/api/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { TextInput } from '../../shared/page/index.ts'
import { ProposalDialog } from '../../shared/approval/index.ts'
import { emptyFunding, fundingError } from './funding-model.ts'
import { ProposalList } from './proposal-list.tsx'
import type { ProposalKind } from './proposal-list.tsx'

/** A merchant's payments: recorded by one operator, booked once a second one confirms. */
export function Fundings({ merchant }: { readonly merchant: DeskCase }) {
  const [isNaming, setNaming] = useState(false)
  const mayName = useMay(operatorDeskFundings.propose.access) === true
  const list = usePages(operatorDeskFundings.list, { deskId: merchant.id, limit: 10 }, { refetchInterval: 5_000 })
  const action = mayName ? (
    <Button tone="quiet" size="small" onClick={() => setNaming(true)}>
      {t('floor.funding.name')}
    </Button>
  ) : null
  return (
    <>
      <ProposalList kind={kind()} list={list} action={action} />
      {isNaming ? <FundingDialog merchant={merchant} onClose={() => setNaming(false)} /> : null}
    </>
  )
}

const kind = (): ProposalKind<DeskFundingView> => ({
  title: t('floor.funding'),
  none: t('floor.funding.none'),
  proposed: t('floor.funding.by'),
  columns: [
    { key: 'amount', title: t('floor.funding.amount'), isNumber: true, cell: ({ amount }) => money(amount, 'USD') },
    { key: 'reference', title: t('floor.funding.reference'), cell: ({ reference }) => reference },
  ],
  stateLabel: (state, name) => t(`floor.funding.state.${state}`, { name }),
  operations: operatorDeskFundings,
  act: 'desk-funding.confirm',
  changes: [operatorDeskMoney],
  confirmed: t('floor.funding.booked'),
})

/** Records a payment for a merchant. */
function FundingDialog({ merchant, onClose }: { readonly merchant: DeskCase; readonly onClose: () => void }) {
  return (
    <ProposalDialog
      title={t('floor.funding.title', { name: merchant.name })}
      text={t('floor.funding.text')}
      initial={emptyFunding}
      faultOf={(form) => {
        const fault = fundingError(form)
        return fault === 'note' ? t('shared.reason.short') : fault && t(`floor.funding.fault.${fault}`)
      }}
      send={({ amount, reference }, { note, requestId }) =>
        call(operatorDeskFundings.propose, {
          requestId,
          deskId: merchant.id,
          amount: amount.trim(),
          reference: reference.trim(),
          note,
        })
      }
      changes={[operatorDeskFundings.list]}
      onClose={onClose}
      fields={(bind) => (
        <>
          <TextInput {...bind('amount')} label={t('floor.funding.amount')} maxLength={19} />
          <TextInput {...bind('reference')} label={t('floor.funding.reference')} maxLength={140} />
        </>
      )}
    />
  )
}
