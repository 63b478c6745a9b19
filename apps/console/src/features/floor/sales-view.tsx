import { operatorSaleDetail, operatorSaleEnded, operatorSaleQueue } from '@candor/api/operator'
import type { SaleCase } from '@candor/api/operator'
import { useCaseQueue, useWaitingCount, WorkQueue } from '../../shared/case/index.ts'
import type { WorkRow } from '../../shared/case/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { matchesSale, saleRecord } from './floor-model.ts'
import { FloorTabs } from './floor-tabs.tsx'
import { SaleDecision } from './sale-decision.tsx'
import { SaleDetail } from './sale-detail.tsx'

/** A sale waits a quarter of an hour: the queue is looked at often. */
const refetchInterval = 3_000
const operations = { waiting: operatorSaleQueue, decided: operatorSaleEnded, detail: operatorSaleDetail }

/** The number of sales awaiting their merchant; null for operators without the role. */
export function useSaleCount(): number | null {
  return useWaitingCount(operatorSaleQueue, refetchInterval)
}

/** Sales that wait for their merchant, the next to lapse first. */
export function SalesView() {
  const { place, waiting, decided, detail } = useCaseQueue(operations, refetchInterval)
  const list = { matches: matchesSale, rowOf, recordOf: saleRecord }
  return (
    <WorkQueue
      screen="floor"
      place={place}
      tabs={<FloorTabs open="sales" />}
      columns={{
        title: t('floor.filter.quantity'),
        detail: t('shared.case.customer'),
        aside: t('floor.filter.merchant'),
      }}
      filters={{ merchant: t('floor.filter.merchant') }}
      hasPromise
      waiting={{ ...waiting, ...list }}
      decided={{ ...decided, ...list }}
      open={{
        query: detail,
        detail: (sale) => <SaleDetail key={sale.id} sale={sale} />,
        decision: (sale) => <SaleDecision key={`${sale.id} ${sale.state}`} sale={sale} />,
      }}
    />
  )
}

function rowOf(sale: SaleCase): WorkRow {
  const { id, subject, quantity, account, desk: merchant, state, createdMs, lapsesMs, endedMs, confirmedBy } = sale
  const isWaiting = state === 'in-progress'
  const outcome = t(`floor.state.${state}`)
  return {
    id,
    subject,
    title: money(quantity, 'USDT'),
    detail: isWaiting
      ? t('shared.case.account', { account })
      : `${t('shared.case.account', { account })} · ${merchant.name}`,
    aside: isWaiting ? merchant.name : outcome,
    facets: { merchant: merchant.name, outcome },
    promise: isWaiting && lapsesMs !== null ? { startMs: createdMs, promisedMs: lapsesMs } : null,
    decided: isWaiting
      ? null
      : {
          atMs: endedMs,
          startMs: createdMs,
          by: confirmedBy === null ? [] : [confirmedBy.name],
          wasLate: false,
        },
  }
}
