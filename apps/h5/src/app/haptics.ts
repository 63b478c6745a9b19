import { realtime } from '../shared/api/realtime/index.ts'

const touchMs = 12
const settledMs = [18, 60, 18]

/** A short vibration, if the device supports it and the customer allows motion. Never the only sign of anything. */
export function feel(pattern: VibratePattern = touchMs): void {
  if (!('vibrate' in navigator) || document.visibilityState !== 'visible') return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate(pattern)
}

/**
 * Vibrates when an own order is placed and when it is settled, alike for a gain and a loss. Returns a function that
 * stops it.
 */
export function feelOrders(): () => void {
  return realtime.onAccountEvent((event) => {
    if (event.type === 'order') feel(event.order.state === 'closed' ? settledMs : touchMs)
  })
}
