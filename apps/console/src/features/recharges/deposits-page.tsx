import { operatorDepositDecided, operatorDepositDetail, operatorDepositQueue } from '@candor/api/operator'
import type { DepositCaseView, DepositDecidedView } from '@candor/api/operator'
import { useCaseQueue, useWaitingCount, WorkQueue } from '../../shared/case/index.ts'
import type { WorkRow } from '../../shared/case/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { roleScreen } from '../../shared/operator/index.ts'
import { DepositDecision } from './deposit-decision.tsx'
import { DepositDetail } from './deposit-detail.tsx'
import { depositRecord, matchesDeposit } from './deposit-model.ts'

const refetchInterval = 5_000
const operations = {
  waiting: operatorDepositQueue,
  decided: operatorDepositDecided,
  detail: operatorDepositDetail,
}

/** The number of waiting vouchers; null without the roles. */
export function useDepositCount(): number | null {
  return useWaitingCount(operatorDepositQueue, refetchInterval)
}

/** Deposits whose voucher waits for an operator to find its transaction. */
export const DepositsPage = roleScreen('recharges.title', operatorDepositQueue.access, Deposits)

function Deposits() {
  const { place, waiting, decided, detail } = useCaseQueue(operations, refetchInterval)
  const list = { matches: matchesDeposit, recordOf: depositRecord }
  return (
    <WorkQueue
      screen="recharges"
      place={place}
      columns={{
        title: t('recharges.filter.amount'),
        detail: t('shared.case.customer'),
        aside: t('recharges.filter.asked'),
      }}
      filters={{
        chain: t('recharges.filter.chain'),
        currency: t('recharges.filter.currency'),
      }}
      hasPromise={false}
      waiting={{ ...waiting, ...list, rowOf }}
      decided={{ ...decided, ...list, rowOf: decidedRowOf }}
      open={{
        query: detail,
        detail: (found) => <DepositDetail key={found.id} detail={found} />,
        decision: (found) => <DepositDecision key={found.id} detail={found} />,
      }}
    />
  )
}

function caseOf({ id, subject, quantity, account, chain, currency }: DepositCaseView | DepositDecidedView) {
  return {
    id,
    subject,
    title: money(quantity, 'USDT'),
    detail: `${t('shared.case.account', { account })} · ${chain}`,
    facets: { chain, currency },
    promise: null,
  }
}

function rowOf(item: DepositCaseView): WorkRow {
  const { approvalsGiven, approvalsNeeded, createdMs } = item
  const turn =
    approvalsNeeded > 1 ? ` · ${t('recharges.turn', { turn: approvalsGiven + 1, needed: approvalsNeeded })}` : ''
  return { ...caseOf(item), aside: `${utcDateTime(createdMs)}${turn}`, decided: null }
}

function decidedRowOf(item: DepositDecidedView): WorkRow {
  const { facets, ...row } = caseOf(item)
  const outcome = t(`recharges.state.${item.state}`)
  const { decidedMs: atMs, createdMs: startMs, operators: by } = item
  return { ...row, aside: outcome, facets: { ...facets, outcome }, decided: { atMs, startMs, by, wasLate: false } }
}
