import { storedValue } from '@candor/client'
import { useStored } from '@candor/client/react'

const amounts = storedValue<'shown' | 'hidden'>({
  key: 'candor.amounts',
  parse: (text) => (text === 'shown' || text === 'hidden' ? text : null),
  fallback: 'shown',
})

/** Whether the customer's own amounts are hidden on this device. */
export function useAreAmountsHidden(): boolean {
  return useStored(amounts) === 'hidden'
}

export function hideAmounts(areHidden: boolean): void {
  amounts.set(areHidden ? 'hidden' : 'shown')
}
