import { operatorSaleDetail, operatorSaleQueue } from '@candor/api/operator'
import type { SaleCase } from '@candor/api/operator'
import { QueuePage, useOpenCase, useWaitingCases, useWaitingCount } from '../../shared/case/index.ts'
import type { CaseRow } from '../../shared/case/index.ts'
import { money } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { usePlace } from '../../shared/navigation/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { matchesSale } from './floor-model.ts'
import { FloorTabs } from './floor-tabs.tsx'
import { SaleDecision } from './sale-decision.tsx'
import { SaleDetail } from './sale-detail.tsx'

/** A sale waits a quarter of an hour: the queue is looked at often. */
const refetchInterval = 3_000

/** The number of sales awaiting their merchant; null for operators without the role. */
export function useSaleCount(): number | null {
  return useWaitingCount(operatorSaleQueue, refetchInterval)
}

/** Sales that wait for their merchant, the next to lapse first. */
export function SalesView() {
  const { id } = usePlace()
  const detail = useOpenCase(operatorSaleDetail, id, refetchInterval)
  const open = {
    detail: <Loaded query={detail}>{(sale) => <SaleDetail key={sale.id} sale={sale} />}</Loaded>,
    decision:
      detail.data === undefined ? null : (
        <SaleDecision key={`${detail.data.id} ${detail.data.state}`} sale={detail.data} />
      ),
  }
  return (
    <QueuePage
      screen="floor"
      title={t('floor.title')}
      tabs={<FloorTabs open="sales" />}
      searchLabel={t('floor.search')}
      queueLabel={t('floor.queue')}
      note={t('floor.note')}
      query={useWaitingCases(operatorSaleQueue, refetchInterval)}
      matches={matchesSale}
      rowOf={rowOf}
      open={id === null ? null : open}
    />
  )
}

function rowOf({ id, quantity, account, desk: merchant, createdMs, lapsesMs }: SaleCase): CaseRow {
  return {
    id,
    title: money(quantity, 'USDT'),
    detail: t('shared.case.account', { account }),
    aside: merchant.name,
    promise: lapsesMs === null ? null : { startMs: createdMs, promisedMs: lapsesMs },
  }
}
