import { operatorSaleQueue } from '@candor/api/operator'
import { usePlace } from '../../shared/navigation/index.ts'
import { roleScreen } from '../../shared/operator/index.ts'
import { ApplicationsView } from './applications-view.tsx'
import { MerchantsView } from './merchants-view.tsx'
import { SalesView } from './sales-view.tsx'

/** The trading floor: the queue of sales, the merchants, and the applications of customers. */
export const FloorPage = roleScreen('floor.title', operatorSaleQueue.access, Floor)

function Floor() {
  const { id } = usePlace()
  return id === 'desks' ? <MerchantsView /> : id === 'applications' ? <ApplicationsView /> : <SalesView />
}
