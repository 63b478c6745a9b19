import { contractOrders, userInfo } from '@candor/api'
import type { OrderView, UserView } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useOpenedReceipt } from '../../shared/device/index.ts'
import { nextStep } from './first-trade-model.ts'
import type { FirstStep } from './first-trade-model.ts'

/** Where a customer is on the way to the first receipt. */
export interface FirstTrade {
  readonly step: FirstStep
  readonly kycState: UserView['kycState']
  readonly order: OrderView | null
}

/** A new customer's way to the first receipt; null for others, for visitors, and while it is not known. */
export function useFirstTrade(isCustomer: boolean): FirstTrade | null {
  const orders = useQuery({ ...queryFor(contractOrders, { limit: 2 }), enabled: isCustomer }).data?.items
  const isNew = isCustomer && orders !== undefined && orders.length < 2
  const kycState = useQuery({ ...queryFor(userInfo, {}), enabled: isNew }).data?.kycState
  const openedReceiptId = useOpenedReceipt()
  if (!isNew || kycState === undefined) return null
  const step = nextStep({ kycState, orders, openedReceiptId })
  return step === null ? null : { step, kycState, order: orders[0] ?? null }
}
