import { useState } from 'react'
import type { RechargeView, TransferView } from '@candor/api'
import { Segmented } from '@candor/ui'
import { ArrowDownIcon } from '@candor/ui/icons/account'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { EmptyState, hrefOf, RecordRow } from '../../shared/page/index.ts'
import { RecordList, recordsPage, StartedRecords } from '../../shared/page/records/index.ts'
import styles from './recharge-page.module.css'
import { useRecharges, useTransfers } from './recharge-queries.ts'
import { RechargeScreen } from './recharge-screen.tsx'
import { isLost, labelOf } from './recharge-state-model.ts'

const lists = ['recharges', 'transfers'] as const

/** Deposits and transfers seen on the chain; or one deposit when the address names it. */
export const RechargeRecordsPage = recordsPage('rechargeRecords', Records, RechargeScreen, {
  title: 'recharge.list.title',
  signedOut: 'recharge.signedOut',
})

function Records() {
  const { t } = useTexts()
  const [list, setList] = useState<(typeof lists)[number]>('recharges')
  return (
    <>
      <div className={styles.tabs}>
        <Segmented
          label={t('recharge.list.which')}
          options={lists.map((value) => ({ value, label: t(`recharge.list.${value}`) }))}
          value={list}
          onValue={setList}
        />
      </div>
      {list === 'recharges' ? <Recharges /> : <Transfers />}
    </>
  )
}

function Recharges() {
  return (
    <StartedRecords
      pages={useRecharges()}
      icon={ArrowDownIcon}
      texts={{
        failed: 'recharge.list.failed',
        empty: ['recharge.list.empty.title', 'recharge.list.empty.text'],
        start: 'recharge.list.empty.action',
      }}
      begin="recharge"
      row={(recharge) => <RechargeRow key={recharge.id} recharge={recharge} />}
    />
  )
}

function RechargeRow({ recharge }: { readonly recharge: RechargeView }) {
  const { t, locale } = useTexts()
  const { id, chain, currency, quantity, credited, state, createdAtMs } = recharge
  const label = labelOf(state)
  return (
    <RecordRow
      href={hrefOf('rechargeRecords', { id })}
      sign={<ArrowDownIcon size={20} />}
      title={t('recharge.by', { chain })}
      detail={formatDateTime(locale, createdAtMs)}
      amount={
        credited === null ? (
          <OwnMoney amount={quantity} asset="USDT" />
        ) : (
          <OwnMoney amount={credited} asset={currency} sign="result" />
        )
      }
      state={t(`recharge.state.${label}`)}
      needsAttention={label === 'fail'}
    />
  )
}

function Transfers() {
  const { t } = useTexts()
  const pages = useTransfers()
  return (
    <RecordList
      pages={pages}
      failedTitle={t('recharge.transfers.failed')}
      empty={
        <EmptyState icon={ArrowDownIcon} texts={['recharge.transfers.empty.title', 'recharge.transfers.empty.text']} />
      }
      row={(transfer) => <TransferRow key={transfer.id} transfer={transfer} />}
    />
  )
}

function TransferRow({ transfer }: { readonly transfer: TransferView }) {
  const { t, locale } = useTexts()
  const { chain, txid, quantity, state, confirmations, confirmationsNeeded, rechargeId, seenAtMs } = transfer
  return (
    <RecordRow
      {...(rechargeId === null ? {} : { href: hrefOf('rechargeRecords', { id: rechargeId }) })}
      sign={<ArrowDownIcon size={20} />}
      title={chain}
      code={`${txid.slice(0, 8)}…${txid.slice(-6)}`}
      detail={formatDateTime(locale, seenAtMs)}
      amount={quantity === null ? t('recharge.transfers.otherToken') : <OwnMoney amount={quantity} asset="USDT" />}
      state={
        state === 'waiting'
          ? t('recharge.confirmations', { count: confirmations, of: confirmationsNeeded })
          : t(`recharge.transfer.${state}`)
      }
      needsAttention={isLost(transfer)}
    />
  )
}
