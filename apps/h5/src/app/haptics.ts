import { realtime } from '../shared/realtime/index.ts'

const touchMs = 12
const settledMs = [18, 60, 18]

/** A short touch, where the device can and the customer wants motion. Never the only sign of anything. */
export function feel(pattern: VibratePattern = touchMs): void {
  if (!('vibrate' in navigator) || document.visibilityState !== 'visible') return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate(pattern)
}

/** Makes an own order felt when it is placed and when it is settled, the same for a gain and a loss. Answers the function that ends it. */
export function feelOrders(): () => void {
  return realtime.onAccountEvent((event) => {
    if (event.type === 'order') feel(event.order.state === 'closed' ? settledMs : touchMs)
  })
}
