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

/**
 * A new customer's way to the first receipt; null for others, for visitors, and where it cannot be read, as offline;
 * undefined while it is not known. Nothing is read once a receipt was opened on this device.
 */
export function useFirstTrade(isCustomer: boolean): FirstTrade | null | undefined {
  const openedReceiptId = useOpenedReceipt()
  const enabled = isCustomer && openedReceiptId === ''
  const orders = useQuery({ ...queryFor(contractOrders, { limit: 2 }), enabled })
  const info = useQuery({ ...queryFor(userInfo, {}), enabled })
  if (!enabled || [orders, info].some(({ isError, isPaused }) => isError || isPaused)) return null
  if (orders.data === undefined || info.data === undefined) return undefined
  const { items } = orders.data
  const { kycState } = info.data
  const step = nextStep({ kycState, orders: items })
  return step === null ? null : { step, kycState, order: items[0] ?? null }
}
