import { useState } from 'react'
import {
  operatorDeskFundingConfirm,
  operatorDeskFundingPropose,
  operatorDeskFundingReject,
  operatorDeskFundings,
  operatorDeskMoney,
} from '@candor/api/operator'
import type { DeskCase, DeskFundingView } from '@candor/api/operator'
import { Button, showToast, Tag } from '@candor/ui'
import { call, refresh, usePages } from '../../shared/api/index.ts'
import { money, utcDateTime } from '../../shared/format/index.ts'
import { useConfirmation } from '../../shared/confirmation/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useMay, useOperator } from '../../shared/operator/index.ts'
import { DataTable, MoreButton, TextInput } from '../../shared/page/index.ts'
import { ProposalDialog, SecondPersonActs } from '../../shared/proposal/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { emptyFunding, fundingError } from './funding-model.ts'
import styles from './floor.module.css'

/** A merchant's payments: recorded by one operator, booked once a second one confirms. */
export function Fundings({ merchant }: { readonly merchant: DeskCase }) {
  const [isNaming, setNaming] = useState(false)
  const mayName = useMay(operatorDeskFundingPropose.access) === true
  const list = usePages(operatorDeskFundings, { deskId: merchant.id, limit: 10 }, { refetchInterval: 5_000 })
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>{t('floor.funding')}</h2>
        {mayName ? (
          <Button tone="quiet" size="small" onClick={() => setNaming(true)}>
            {t('floor.funding.name')}
          </Button>
        ) : null}
      </div>
      <Loaded query={list}>
        {(items) =>
          items.length === 0 ? (
            <p className={styles.quiet}>{t('floor.funding.none')}</p>
          ) : (
            <>
              <FundingTable items={items} />
              <MoreButton {...list} />
            </>
          )
        }
      </Loaded>
      {isNaming ? <FundingDialog merchant={merchant} onClose={() => setNaming(false)} /> : null}
    </section>
  )
}

function FundingTable({ items }: { readonly items: readonly DeskFundingView[] }) {
  return (
    <DataTable
      label={t('floor.funding')}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { key: 'amount', title: t('floor.funding.amount'), isNumber: true, cell: ({ amount }) => money(amount, 'USD') },
        { key: 'reference', title: t('floor.funding.reference'), cell: ({ reference }) => reference },
        { key: 'why', title: t('floor.funding.why'), cell: ({ note }) => note },
        {
          key: 'by',
          title: t('floor.funding.by'),
          cell: ({ proposedBy, proposedMs }) =>
            t('floor.funding.byWhom', { name: proposedBy.name, time: utcDateTime(proposedMs) }),
        },
        { key: 'state', title: t('floor.funding.state'), cell: (funding) => <FundingState funding={funding} /> },
        {
          key: 'act',
          title: t('floor.funding.act'),
          isTitleHidden: true,
          cell: (funding) => <FundingActs funding={funding} />,
        },
      ]}
    />
  )
}

function FundingState({ funding: { state, decidedBy } }: { readonly funding: DeskFundingView }) {
  const words = t(`floor.funding.state.${state}`, { name: decidedBy?.name ?? '' })
  return state === 'proposed' ? <Tag tone="attention">{words}</Tag> : <Tag>{words}</Tag>
}

function FundingActs({ funding: { id, state, proposedBy } }: { readonly funding: DeskFundingView }) {
  const operatorId = useOperator()?.operatorId
  const { confirm, dialog } = useConfirmation()
  const mayConfirm = useMay(operatorDeskFundingConfirm.access) === true
  const mayReject = useMay(operatorDeskFundingReject.access) === true
  if (state !== 'proposed') return null
  const confirmed = async () => {
    const refusal = await confirm({ act: 'desk-funding.confirm', id })
    if (refusal !== null) {
      showToast('refused', refusal)
      return
    }
    const result = await call(operatorDeskFundingConfirm, { id })
    refresh(operatorDeskFundings, operatorDeskMoney)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('floor.funding.booked') : result.msg)
  }
  const reject = async (note: string): Promise<string | null> => {
    const result = await call(operatorDeskFundingReject, { id, note })
    refresh(operatorDeskFundings)
    if (!result.ok) return result.msg
    showToast('done', t('shared.proposal.rejected'))
    return null
  }
  return (
    <>
      <SecondPersonActs
        isOwn={proposedBy.operatorId === operatorId}
        mayConfirm={mayConfirm}
        mayReject={mayReject}
        onConfirm={confirmed}
        onReject={reject}
      />
      {dialog}
    </>
  )
}

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
        call(operatorDeskFundingPropose, {
          requestId,
          deskId: merchant.id,
          amount: amount.trim(),
          reference: reference.trim(),
          note,
        })
      }
      changes={[operatorDeskFundings]}
      onClose={onClose}
      fields={(form, change) => (
        <>
          <TextInput
            label={t('floor.funding.amount')}
            value={form.amount}
            onValue={(amount) => change({ amount })}
            maxLength={19}
          />
          <TextInput
            label={t('floor.funding.reference')}
            value={form.reference}
            onValue={(reference) => change({ reference })}
            maxLength={140}
          />
        </>
      )}
    />
  )
}
