import { operatorWithdrawalDetail, operatorWithdrawalQueue } from '@candor/api/operator'
import type { WithdrawalCaseView } from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { QueuePage } from '../../shared/case/index.ts'
import type { CaseRow } from '../../shared/case/index.ts'
import { money } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { usePlace } from '../../shared/navigation/index.ts'
import { RoleGate, useMay } from '../../shared/operator/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { WithdrawalDecision } from './withdrawal-decision.tsx'
import { WithdrawalDetail } from './withdrawal-detail.tsx'
import { matchesWithdrawal } from './withdrawal-model.ts'

const refetchInterval = 5_000

function useWithdrawalQueue() {
  const may = useMay(operatorWithdrawalQueue.access)
  return useQuery({ ...queryFor(operatorWithdrawalQueue, { limit: 100 }), enabled: may === true, refetchInterval })
}

/** The number of withdrawals awaiting an operator; null for operators without the role. */
export function useWithdrawalCount(): number | null {
  return useWithdrawalQueue().data?.items.length ?? null
}

/** Withdrawals: approve, pay, confirm, each with its promise. */
export function WithdrawalsPage() {
  return (
    <RoleGate title={t('withdrawals.title')} access={operatorWithdrawalQueue.access}>
      <Withdrawals />
    </RoleGate>
  )
}

function Withdrawals() {
  const { id } = usePlace()
  const detail = useQuery({
    ...queryFor(operatorWithdrawalDetail, { id: id ?? '' }),
    enabled: id !== null,
    refetchInterval,
  })
  const open = {
    detail: <Loaded query={detail}>{(found) => <WithdrawalDetail key={found.id} detail={found} />}</Loaded>,
    decision:
      detail.data === undefined ? null : (
        <WithdrawalDecision key={`${detail.data.id} ${detail.data.state}`} detail={detail.data} />
      ),
  }
  return (
    <QueuePage
      screen="withdrawals"
      title={t('withdrawals.title')}
      searchLabel={t('withdrawals.search')}
      queueLabel={t('withdrawals.queue')}
      note={t('withdrawals.note')}
      query={useWithdrawalQueue()}
      matches={matchesWithdrawal}
      rowOf={rowOf}
      open={id === null ? null : open}
    />
  )
}

function rowOf(item: WithdrawalCaseView): CaseRow {
  return {
    id: item.id,
    title: money(item.amount, item.asset),
    detail: t('shared.case.account', { account: item.account }),
    aside: stepLabel(item),
    promise: { startMs: item.createdMs, promisedMs: item.promisedMs },
  }
}

function stepLabel({ step, approvalsNeeded, approvalsGiven }: WithdrawalCaseView): string {
  if (step !== 'approved' || approvalsNeeded < 2) return t(`withdrawals.step.${step}`)
  return t('withdrawals.step.approvedOf', { given: approvalsGiven + 1, needed: approvalsNeeded })
}
