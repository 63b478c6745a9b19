import { useState } from 'react'
import { operatorDepositVoucher } from '@candor/api/operator'
import type { DepositCaseDetail } from '@candor/api/operator'
import { Button, classNames, Tag } from '@candor/ui'
import { ArrowDownIcon, EyeIcon } from '@candor/ui/icons/account'
import { download } from '../../shared/api/index.ts'
import { CaseHead, CasePart, ClaimBar, CustomerPart, Facts, History, useOpenedFile } from '../../shared/case/index.ts'
import type { Fact } from '../../shared/case/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import styles from './deposits.module.css'

/** One deposit: the request, the voucher, the customer and the verdicts. */
export function DepositDetail({ detail }: { readonly detail: DepositCaseDetail }) {
  const { id, account, createdMs, quantity, state } = detail
  return (
    <>
      <CaseHead
        title={money(quantity, 'USDT')}
        icon={<ArrowDownIcon size={20} />}
        detail={t('recharges.head', { id, account, time: utcDateTime(createdMs) })}
        aside={<Tag>{t(`recharges.state.${state}`)}</Tag>}
      />
      {state === 'under-review' ? <ClaimBar subject={detail.subject} /> : null}
      <CasePart title={t('recharges.voucher')}>
        {detail.hasVoucher ? <Voucher id={id} /> : <p className={styles.quiet}>{t('recharges.voucher.none')}</p>}
      </CasePart>
      <CasePart title={t('recharges.asked')}>
        <Facts facts={askedFacts(detail)} />
      </CasePart>
      <CustomerPart
        customer={detail}
        earlier={{ name: t('recharges.earlier'), value: t('recharges.earlier.text', detail.earlier) }}
      />
      <History title={t('shared.case.history')} entries={historyOf(detail)} />
    </>
  )
}

function askedFacts({
  quantity,
  currency,
  chain,
  txid,
  credited,
  reference,
  reason,
  transfer,
}: DepositCaseDetail): readonly Fact[] {
  return [
    { name: t('recharges.quantity'), value: money(quantity, 'USDT') },
    { name: t('recharges.currency'), value: currency },
    { name: t('recharges.chain'), value: chain },
    {
      name: t('recharges.txid'),
      value: txid === null ? t('recharges.txid.none') : <code className={styles.code}>{txid}</code>,
    },
    ...(transfer === null
      ? []
      : [{ name: t('recharges.transfer'), value: <code className={styles.code}>{transfer.txid}</code> }]),
    ...(reference === null
      ? []
      : [{ name: t('recharges.reference'), value: <code className={styles.code}>{reference}</code> }]),
    ...(credited === null ? [] : [{ name: t('recharges.credited'), value: money(credited, currency) }]),
    ...(reason === null ? [] : [{ name: t('recharges.reason'), value: reason.replaceAll('-', ' ') }]),
  ]
}

/** The voucher stays closed until the operator opens it: opening is recorded. */
function Voucher({ id }: { readonly id: string }) {
  const { opened, isBusy, open } = useOpenedFile(() => download(operatorDepositVoucher, { id }))
  const [isLarge, setLarge] = useState(false)
  const may = useMay(operatorDepositVoucher.access) === true
  if (opened !== null && 'url' in opened) {
    return (
      <>
        <div className={classNames(styles.voucher, isLarge && styles.large)}>
          <img src={opened.url} alt={t('recharges.voucher.alt')} />
        </div>
        <Button tone="quiet" size="small" onClick={() => setLarge(!isLarge)}>
          {t(isLarge ? 'recharges.voucher.zoomOut' : 'recharges.voucher.zoomIn')}
        </Button>
      </>
    )
  }
  return (
    <div className={styles.open}>
      {may ? (
        <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void open()}>
          {t('recharges.voucher.show')}
        </Button>
      ) : null}
      <p className={styles.quiet}>
        <EyeIcon size={14} />
        {opened === null ? t('recharges.voucher.recorded') : t('recharges.voucher.failed', { reason: opened.refusal })}
      </p>
    </div>
  )
}

function historyOf(detail: DepositCaseDetail) {
  return [
    { atMs: detail.createdMs, text: t('recharges.history.sent'), who: t('shared.who.customer') },
    ...detail.verdicts.map(({ atMs, operator, isApproval, reference }) => ({
      atMs,
      text: isApproval
        ? t('recharges.history.approval', { reference: reference ?? '' })
        : t('recharges.history.rejection'),
      who: operator,
    })),
    ...(detail.decidedMs === null
      ? []
      : [{ atMs: detail.decidedMs, text: t(`recharges.state.${detail.state}`), who: t('shared.who.system') }]),
  ]
}
