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
import { DepositDecision } from './deposit-decision.tsx'
import { DepositDetail } from './deposit-detail.tsx'
import { matchesDeposit } from './deposit-model.ts'

const refetchInterval = 5_000

function useDepositQueue() {
  const may = useMay(operatorDepositQueue.access)
  return useQuery({ ...queryFor(operatorDepositQueue, { limit: 100 }), enabled: may === true, refetchInterval })
}

/** The number of waiting vouchers; null without the roles. */
export function useDepositCount(): number | null {
  return useDepositQueue().data?.items.length ?? null
}

/** Deposits whose voucher waits for an operator to find its transaction. */
export function DepositsPage() {
  return (
    <RoleGate title={t('recharges.title')} access={operatorDepositQueue.access}>
      <Deposits />
    </RoleGate>
  )
}

function Deposits() {
  const { id } = usePlace()
  const detail = useQuery({
    ...queryFor(operatorDepositDetail, { id: id ?? '' }),
    enabled: id !== null,
    refetchInterval,
  })
  const open = {
    detail: <Loaded query={detail}>{(found) => <DepositDetail key={found.id} detail={found} />}</Loaded>,
    decision: detail.data === undefined ? null : <DepositDecision key={detail.data.id} detail={detail.data} />,
  }
  return (
    <QueuePage
      screen="recharges"
      title={t('recharges.title')}
      searchLabel={t('recharges.search')}
      queueLabel={t('recharges.queue')}
      note={t('recharges.note')}
      query={useDepositQueue()}
      matches={matchesDeposit}
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
