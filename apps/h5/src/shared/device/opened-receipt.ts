import { storedValue } from '@candor/client'
import { useStored } from '@candor/client/react'

/** The contract whose receipt was opened last on this device; deleted at sign-out. */
const openedReceipt = storedValue<string>({
  key: 'candor.own.opened-receipt',
  parse: (text) => text,
  fallback: '',
})

export function noteOpenedReceipt(orderId: string): void {
  openedReceipt.set(orderId)
}

/** The id of that contract; empty before the first receipt. */
export function useOpenedReceipt(): string {
  return useStored(openedReceipt)
}
