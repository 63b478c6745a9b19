import { storedValue } from '@candor/client'
import { useStored } from '@candor/client/react'

const choice = storedValue<'on' | 'off'>({
  key: 'candor.vibration',
  parse: (text) => (text === 'on' || text === 'off' ? text : null),
  fallback: 'on',
})

/** Whether this device vibrates for the customer's own contracts, where it can. A choice of the device. */
export const vibration = {
  /** Whether the browser has a vibration at all; iPhones have none. */
  isSupported: (): boolean => 'vibrate' in navigator,
  isOn: (): boolean => choice.get() === 'on',
  set: (isOn: boolean): void => choice.set(isOn ? 'on' : 'off'),
}

export function useVibration(): boolean {
  return useStored(choice) === 'on'
}
