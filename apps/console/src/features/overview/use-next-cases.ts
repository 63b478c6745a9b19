import {
  operatorDepositQueue,
  operatorKycQueue,
  operatorSaleQueue,
  operatorWithdrawalQueue,
} from '@candor/api/operator'
import { operatorSupportDesk } from '@candor/api/operator/support'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useWaitingCases } from '../../shared/case/index.ts'
import type { CaseQueue } from '../../shared/case/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { inOrder } from './next-model.ts'
import type { NextCase } from './next-model.ts'

/** The navigation reads the same queues as often. */
const refetchInterval = 5_000

/** The waiting cases of every queue that the operator may see; undefined until the first queue is read. */
export function useNextCases(): { readonly cases: readonly NextCase[] | undefined; readonly hasQueue: boolean } {
  const queues = [useWithdrawals(), useReviews(), useDeposits(), useSales(), useConversations()]
  const read = queues.filter(({ cases }) => cases !== undefined)
  return {
    hasQueue: queues.some(({ may }) => may),
    cases: read.length === 0 ? undefined : inOrder(read.flatMap(({ cases = [] }) => cases)),
  }
}

interface Queue {
  readonly may: boolean
  readonly cases: readonly NextCase[] | undefined
}

const accountLabel = (account: string) => t('shared.case.account', { account })

function useQueue<Item>(queue: CaseQueue<Item>, caseOf: (item: Item) => NextCase): Queue {
  const may = useMay(queue.access) === true
  const { data } = useWaitingCases(queue, refetchInterval)
  return { may, cases: data?.items.map(caseOf) }
}

function useWithdrawals(): Queue {
  return useQueue(operatorWithdrawalQueue, ({ id, subject, account, amount, asset, step, createdMs, promisedMs }) => ({
    screen: 'withdrawals',
    id,
    subject,
    title: money(amount, asset),
    detail: `${t('overview.withdrawal')} · ${t(`withdrawals.step.${step}`)} · ${accountLabel(account)}`,
    waitsSinceMs: createdMs,
    promisedMs,
    holder: null,
  }))
}

function useReviews(): Queue {
  return useQueue(operatorKycQueue, ({ id, subject, account, name, stage, isRecovery, sentMs, promisedMs }) => ({
    screen: 'reviews',
    id,
    subject,
    title: name ?? accountLabel(account),
    detail: `${t('overview.review')} · ${isRecovery ? t('reviews.recovery') : t(`reviews.stage.${stage}`)}`,
    waitsSinceMs: sentMs,
    promisedMs,
    holder: null,
  }))
}

function useDeposits(): Queue {
  return useQueue(operatorDepositQueue, ({ id, subject, account, quantity, chain, createdMs }) => ({
    screen: 'recharges',
    id,
    subject,
    title: money(quantity, 'USDT'),
    detail: `${t('overview.recharge')} · ${chain} · ${accountLabel(account)}`,
    waitsSinceMs: createdMs,
    promisedMs: null,
    holder: null,
  }))
}

function useSales(): Queue {
  return useQueue(operatorSaleQueue, ({ id, quantity, account, desk: merchant, createdMs, lapsesMs }) => ({
    screen: 'floor',
    id,
    subject: null,
    title: money(quantity, 'USDT'),
    detail: `${t('overview.sale')} · ${merchant.name} · ${accountLabel(account)}`,
    waitsSinceMs: createdMs,
    promisedMs: lapsesMs,
    holder: merchant.name,
  }))
}

function useConversations(): Queue {
  const may = useMay(operatorSupportDesk.access) === true
  const { data } = useQuery({ ...queryFor(operatorSupportDesk, {}), enabled: may, refetchInterval })
  const cases =
    data &&
    [...data.queue, ...data.own].flatMap(({ id, customer, agent, waitingSinceMs }) =>
      waitingSinceMs === null
        ? []
        : [
            {
              screen: 'support' as const,
              id,
              subject: null,
              title: customer === null ? t('overview.visitor') : accountLabel(customer.publicId),
              detail: t(agent === null ? 'overview.support.first' : 'overview.support.reply'),
              waitsSinceMs: waitingSinceMs,
              promisedMs: waitingSinceMs + data.alarmMs,
              holder: agent === null ? null : agent.isOwn ? t('shared.queue.you') : agent.name,
            },
          ],
    )
  return { may, cases }
}
