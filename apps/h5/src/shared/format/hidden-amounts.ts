import { useSyncExternalStore } from 'react'
import { storedValue } from '../session/index.ts'

const amounts = storedValue<'shown' | 'hidden'>({
  key: 'candor.amounts',
  parse: (text) => (text === 'shown' || text === 'hidden' ? text : null),
  fallback: 'shown',
})

/** Whether the customer's own amounts are hidden on this device. */
export function useAreAmountsHidden(): boolean {
  return useSyncExternalStore(amounts.subscribe, () => amounts.get() === 'hidden')
}

export function hideAmounts(areHidden: boolean): void {
  amounts.set(areHidden ? 'hidden' : 'shown')
}
