import type * as contractFeature from '../features/contract/index.ts'
import type * as ordersFeature from '../features/orders/index.ts'
import { PracticeOrders, usePractice } from '../features/practice/index.ts'

/** The trade screen of real contracts, over practice money. */
export function practicePage({ ContractPage }: typeof contractFeature) {
  return function PracticePage() {
    return <ContractPage practice={usePractice()} />
  }
}

/** The live position, the receipt and the rows of real contracts, for practice contracts. */
export function practiceOrdersPage({ LivePosition, ReceiptView, OrderRow, checkHref }: typeof ordersFeature) {
  return function PracticeOrdersPage() {
    return <PracticeOrders Live={LivePosition} Receipt={ReceiptView} Row={OrderRow} checkHref={checkHref} />
  }
}
