import { operatorDepositDetail, operatorDepositQueue } from '@candor/api/operator'
import type { DepositCaseView } from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { QueuePage } from '../../shared/case/index.ts'
import type { CaseRow } from '../../shared/case/index.ts'
import { money, utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { usePlace } from '../../shared/navigation/index.ts'
import { RoleGate, useMay } from '../../shared/operator/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { RechargeDecision } from './recharge-decision.tsx'
import { RechargeDetail } from './recharge-detail.tsx'
import { matchesRecharge } from './recharge-model.ts'

const refetchInterval = 5_000

function useRechargeQueue() {
  const may = useMay(operatorDepositQueue.access)
  return useQuery({ ...queryFor(operatorDepositQueue, { limit: 100 }), enabled: may === true, refetchInterval })
}

/** The number of waiting vouchers; null for operators without the role. */
export function useRechargeCount(): number | null {
  return useRechargeQueue().data?.items.length ?? null
}

/** Recharges whose voucher's transaction an operator must find. */
export function RechargesPage() {
  return (
    <RoleGate title={t('recharges.title')} access={operatorDepositQueue.access}>
      <Recharges />
    </RoleGate>
  )
}

function Recharges() {
  const { id } = usePlace()
  const detail = useQuery({
    ...queryFor(operatorDepositDetail, { id: id ?? '' }),
    enabled: id !== null,
    refetchInterval,
  })
  const open = {
    detail: <Loaded query={detail}>{(found) => <RechargeDetail key={found.id} detail={found} />}</Loaded>,
    decision: detail.data === undefined ? null : <RechargeDecision key={detail.data.id} detail={detail.data} />,
  }
  return (
    <QueuePage
      screen="recharges"
      title={t('recharges.title')}
      searchLabel={t('recharges.search')}
      queueLabel={t('recharges.queue')}
      note={t('recharges.note')}
      query={useRechargeQueue()}
      matches={matchesRecharge}
      rowOf={rowOf}
      open={id === null ? null : open}
    />
  )
}

function rowOf({ id, quantity, account, chain, approvalsGiven, approvalsNeeded, createdMs }: DepositCaseView): CaseRow {
  const turn =
    approvalsNeeded > 1 ? ` · ${t('recharges.turn', { turn: approvalsGiven + 1, needed: approvalsNeeded })}` : ''
  return {
    id,
    title: `${money(quantity, 'USDT')}`,
    detail: `${t('shared.case.account', { account })} · ${chain}`,
    aside: `${utcDateTime(createdMs)}${turn}`,
    promise: null,
  }
}
