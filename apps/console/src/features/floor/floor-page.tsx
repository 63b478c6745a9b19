import { operatorSaleQueue } from '@candor/api/operator'
import { t } from '../../shared/i18n/index.ts'
import { usePlace } from '../../shared/navigation/index.ts'
import { RoleGate } from '../../shared/operator/index.ts'
import { ApplicationsView } from './applications-view.tsx'
import { MerchantsView } from './merchants-view.tsx'
import { SalesView } from './sales-view.tsx'

/** The trading floor: the queue of sales, the merchants, and the applications of customers. */
export function FloorPage() {
  const { id } = usePlace()
  return (
    <RoleGate title={t('floor.title')} access={operatorSaleQueue.access}>
      {id === 'desks' ? <MerchantsView /> : id === 'applications' ? <ApplicationsView /> : <SalesView />}
    </RoleGate>
  )
}
