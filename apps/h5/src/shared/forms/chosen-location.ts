import { session } from '../device/index.ts'
import type { Point } from './point.ts'

/** The screen that requested a location. */
export type LocationPurpose = 'address' | 'support'

interface ChosenLocation {
  readonly point: Point
  /** The nearest town in the customer's language; empty if unknown. */
  readonly label: string
}

const chosen = new Map<LocationPurpose, ChosenLocation>()
// The next customer must not see the previous one's data.
session.subscribeToken(() => chosen.clear())

/** The location chosen on the map, until the requesting screen takes it. Kept in memory only, while the app is open. */
export const chosenLocation = {
  put: (purpose: LocationPurpose, location: ChosenLocation): void => void chosen.set(purpose, location),
  /** The location chosen since the last `clear`, or null. It stays until then, because a screen may be drawn twice. */
  peek: (purpose: LocationPurpose): ChosenLocation | null => chosen.get(purpose) ?? null,
  clear: (purpose: LocationPurpose): void => void chosen.delete(purpose),
}
