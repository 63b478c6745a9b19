import { contractReceipt, receiptOf } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import type { Receipts } from './receipts.ts'

/** The operations by which customers get their receipts. */
export function receiptRoutes(receipts: Receipts): Route[] {
  return [
    route(contractReceipt, (input, call) => receipts.ofOrder(call.principal.customerId, input.id)),
    route(receiptOf, (input, call) => receipts.ofRecord(call.principal.customerId, input)),
  ]
}
