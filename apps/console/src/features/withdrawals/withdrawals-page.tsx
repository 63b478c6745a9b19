import { operatorWithdrawalDetail, operatorWithdrawalEnded, operatorWithdrawalQueue } from '@candor/api/operator'
import type { WithdrawalCaseView, WithdrawalEndedView } from '@candor/api/operator'
import { useCaseQueue, useWaitingCount, WorkQueue } from '../../shared/case/index.ts'
import type { WorkRow } from '../../shared/case/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { roleScreen } from '../../shared/operator/index.ts'
import { WithdrawalDecision } from './withdrawal-decision.tsx'
import { WithdrawalDetail } from './withdrawal-detail.tsx'
import { matchesWithdrawal, withdrawalRecord } from './withdrawal-model.ts'

const refetchInterval = 5_000
const operations = {
  waiting: operatorWithdrawalQueue,
  decided: operatorWithdrawalEnded,
  detail: operatorWithdrawalDetail,
}

/** The number of withdrawals awaiting an operator; null for operators without the role. */
export function useWithdrawalCount(): number | null {
  return useWaitingCount(operatorWithdrawalQueue, refetchInterval)
}

/** Withdrawals: approve, pay, confirm, each with its promise. */
export const WithdrawalsPage = roleScreen('withdrawals.title', operatorWithdrawalQueue.access, Withdrawals)

function Withdrawals() {
  const { place, waiting, decided, detail } = useCaseQueue(operations, refetchInterval)
  const list = { matches: matchesWithdrawal, recordOf: withdrawalRecord }
  return (
    <WorkQueue
      screen="withdrawals"
      place={place}
      columns={{
        title: t('withdrawals.amount'),
        detail: t('shared.case.customer'),
        aside: t('withdrawals.filter.step'),
      }}
      filters={{
        ...(place.side === 'decided' ? {} : { step: t('withdrawals.filter.step') }),
        asset: t('withdrawals.filter.asset'),
        to: t('withdrawals.filter.to'),
      }}
      hasPromise
      waiting={{ ...waiting, ...list, rowOf }}
      decided={{ ...decided, ...list, rowOf: endedRowOf }}
      open={{
        query: detail,
        detail: (found) => <WithdrawalDetail key={found.id} detail={found} />,
        decision: (found) => <WithdrawalDecision key={`${found.id} ${found.state}`} detail={found} />,
      }}
    />
  )
}

const destinationOf = ({ destination }: Pick<WithdrawalCaseView, 'destination'>) =>
  destination.kind === 'bank-card' ? t('withdrawals.payee.kind.bank-card') : destination.chain

function caseOf(item: WithdrawalCaseView | WithdrawalEndedView) {
  const { id, subject, amount, asset, account } = item
  const to = destinationOf(item)
  return {
    id,
    subject,
    title: money(amount, asset),
    detail: `${t('shared.case.account', { account })} · ${to}`,
    facets: { asset, to },
  }
}

function rowOf(item: WithdrawalCaseView): WorkRow {
  const { facets, ...row } = caseOf(item)
  const step = stepLabel(item)
  return {
    ...row,
    aside: step,
    promise: { startMs: item.createdMs, promisedMs: item.promisedMs },
    facets: { ...facets, step },
    decided: null,
  }
}

function endedRowOf(item: WithdrawalEndedView): WorkRow {
  const { facets, ...row } = caseOf(item)
  const outcome = t(`withdrawals.state.${item.state}`)
  return {
    ...row,
    aside: outcome,
    promise: null,
    facets: { ...facets, outcome },
    decided: { atMs: item.endedMs, startMs: item.createdMs, by: item.operators, wasLate: item.wasLate },
  }
}

function stepLabel({ step, approvalsNeeded, approvalsGiven }: WithdrawalCaseView): string {
  if (step !== 'approved' || approvalsNeeded < 2) return t(`withdrawals.step.${step}`)
  return t('withdrawals.step.approvedOf', { given: approvalsGiven + 1, needed: approvalsNeeded })
}
