import { realtime } from '../shared/api/realtime/index.ts'
import { vibration } from '../shared/device/vibration/index.ts'

const touchMs = 12
const settledMs = [18, 60, 18]

/** A short vibration, if the device has one and the customer allows it and motion. Never the only sign of anything. */
export function feel(pattern: VibratePattern = touchMs): void {
  if (!vibration.isSupported() || !vibration.isOn() || document.visibilityState !== 'visible') return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate(pattern)
}

/** Vibrates when an own order is placed. Returns a function that stops it. */
export function feelOrders(): () => void {
  return realtime.onAccountEvent((event) => {
    if (event.type === 'order' && event.order.state === 'open') feel()
  })
}

/** The vibration of a result, alike for a gain and a loss. */
export function feelResult(): void {
  feel(settledMs)
}
