import { operatorSaleQueue } from '@candor/api/operator'
import { t } from '../../shared/i18n/index.ts'
import { usePlace } from '../../shared/navigation/index.ts'
import { RoleGate } from '../../shared/operator/index.ts'
import { MerchantsView } from './merchants-view.tsx'
import { SalesView } from './sales-view.tsx'

/** The trading floor: the queue of sales, and the merchants. */
export function FloorPage() {
  const { id } = usePlace()
  return (
    <RoleGate title={t('floor.title')} access={operatorSaleQueue.access}>
      {id === 'desks' ? <MerchantsView /> : <SalesView />}
    </RoleGate>
  )
}
