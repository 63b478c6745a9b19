import type { Point } from '../../shared/forms/index.ts'

/** Why a device did not report its position. */
export type PositionError = 'insecure' | 'denied' | 'unavailable'

export type Position =
  | { readonly ok: true; readonly point: Point }
  | { readonly ok: false; readonly fault: PositionError }

const timeoutMs = 15_000
/** A position of a moment ago is as good. */
const oldestMs = 60_000

/**
 * Requests the device's position; the browser asks the customer first. Browsers provide no position on pages without
 * TLS.
 */
export function currentPosition(): Promise<Position> {
  if (!window.isSecureContext) return Promise.resolve({ ok: false, fault: 'insecure' })
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ ok: true, point: { lat: coords.latitude, lng: coords.longitude } }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ ok: false, fault: code === PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      { timeout: timeoutMs, maximumAge: oldestMs, enableHighAccuracy: true },
    )
  })
}
