import { useState } from 'react'
import { operatorWithdrawalDestination } from '@candor/api/operator'
import type { WithdrawalCaseDetail } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, Note, showToast, Tag } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { ArrowUpIcon } from '@candor/ui/icons/account'
import { call } from '../../shared/api/index.ts'
import { CaseHead, CasePart, ClaimBar, CustomerPart, Facts, History, Steps } from '../../shared/case/index.ts'
import type { Fact } from '../../shared/case/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import styles from './withdrawals.module.css'

/** One withdrawal: amount, customer, destination, clock, and operators' acts. */
export function WithdrawalDetail({ detail }: { readonly detail: WithdrawalCaseDetail }) {
  const { id, account, createdMs, amount, asset, state, isOverdue } = detail
  return (
    <>
      <CaseHead
        title={money(amount, asset)}
        icon={<ArrowUpIcon size={20} />}
        detail={t('withdrawals.head', { id, account, time: utcDateTime(createdMs) })}
        aside={<Tag tone={isOverdue ? 'attention' : 'quiet'}>{t(`withdrawals.state.${state}`)}</Tag>}
      />
      {detail.endedMs === null ? <ClaimBar subject={detail.subject} /> : null}
      {detail.isEnabled ? null : (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          {t('withdrawals.customer.disabled')}
        </Note>
      )}
      <Facts facts={amountFacts(detail)} />
      <CasePart title={t('withdrawals.payee')}>
        <Payee detail={detail} />
      </CasePart>
      <CustomerPart
        customer={detail}
        earlier={{ name: t('withdrawals.earlier'), value: t('withdrawals.earlier.text', detail.earlier) }}
      />
      <CasePart title={t('withdrawals.clock')}>
        <Steps steps={detail.steps.map(clockStep)} />
      </CasePart>
      <History title={t('shared.case.history')} entries={historyOf(detail)} />
    </>
  )
}

function amountFacts(detail: WithdrawalCaseDetail): readonly Fact[] {
  const { asset, amount, fee, arrival, available, held, reference, reason } = detail
  return [
    { name: t('withdrawals.amount'), value: money(amount, asset) },
    { name: t('withdrawals.fee'), value: money(fee, asset) },
    { name: t('withdrawals.arrival'), value: money(arrival, asset) },
    { name: t('withdrawals.available'), value: money(available, asset) },
    { name: t('withdrawals.held'), value: money(held, asset) },
    ...(reference === null ? [] : [{ name: t('withdrawals.reference.known'), value: reference }]),
    ...(reason === null ? [] : [{ name: t('withdrawals.reason'), value: t(`withdrawals.reason.${reason}`) }]),
  ]
}

/** The destination. The full number opens on a press, which is recorded. */
function Payee({ detail }: { readonly detail: WithdrawalCaseDetail }) {
  const [number, setNumber] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const mayOpen = useMay(operatorWithdrawalDestination.access) === true
  const open = async () => {
    const result = await during(call(operatorWithdrawalDestination, { id: detail.id }))
    if (result.ok) setNumber(result.value.number)
    else showToast('refused', result.msg)
  }
  const others = detail.payeeOtherAccounts
  return (
    <>
      <Facts
        facts={[
          ...payeeFacts(detail.payee, number),
          { name: t('withdrawals.payee.added'), value: utcDateTime(detail.payeeAddedMs) },
          {
            name: t('withdrawals.payee.others'),
            value:
              others === 0 ? (
                t('withdrawals.payee.noOthers')
              ) : (
                <Tag tone="attention">{t('withdrawals.payee.count', { count: others })}</Tag>
              ),
          },
        ]}
      />
      {number !== null || !mayOpen ? null : (
        <div className={styles.open}>
          <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void open()}>
            {t('withdrawals.payee.show')}
          </Button>
          <span>{t('withdrawals.payee.shown')}</span>
        </div>
      )}
    </>
  )
}

function payeeFacts(payee: WithdrawalCaseDetail['payee'], number: string | null): readonly Fact[] {
  if (payee.kind === 'wallet-address') {
    return [
      { name: t('withdrawals.payee.chain'), value: payee.chain },
      { name: t('withdrawals.payee.address'), value: number ?? `${payee.addressStart}…${payee.addressEnd}` },
    ]
  }
  return [
    { name: t('withdrawals.payee.bank'), value: payee.bankName },
    { name: t('withdrawals.payee.holder'), value: payee.holder },
    { name: t('withdrawals.payee.country'), value: payee.country },
    {
      name: t(payee.isIban ? 'withdrawals.payee.iban' : 'withdrawals.payee.number'),
      value: number ?? `•••• ${payee.numberEnd}`,
    },
    ...(payee.bankCode === null ? [] : [{ name: t('withdrawals.payee.code'), value: payee.bankCode }]),
    ...(payee.bankAddress === null ? [] : [{ name: t('withdrawals.payee.bankAddress'), value: payee.bankAddress }]),
  ]
}

function clockStep({ name, state, owner, atMs, promisedMs, isOverdue }: WithdrawalCaseDetail['steps'][number]) {
  const promise =
    promisedMs === null
      ? ''
      : ` · ${t(isOverdue ? 'withdrawals.clock.overdue' : 'withdrawals.clock.promised', { time: utcDateTime(promisedMs) })}`
  return {
    state,
    title: t(`withdrawals.clock.${name}`),
    text: `${t(`withdrawals.owner.${owner}`)}${state === 'done' ? '' : promise}`,
    atMs,
  }
}

function historyOf(detail: WithdrawalCaseDetail) {
  return [
    { atMs: detail.createdMs, text: t('withdrawals.clock.requested'), who: t('shared.who.customer') },
    ...detail.approvals.map(({ atMs, operator }) => ({ atMs, text: t('withdrawals.history.approval'), who: operator })),
    ...detail.failings.map(({ atMs, operator, proof }) => ({
      atMs,
      text: t('withdrawals.history.failing', { proof }),
      who: operator,
    })),
    ...(detail.endedMs === null
      ? []
      : [{ atMs: detail.endedMs, text: t(`withdrawals.state.${detail.state}`), who: t('shared.who.system') }]),
  ]
}
