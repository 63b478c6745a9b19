import { session } from '../session/index.ts'
import type { Point } from './point.ts'

/** Who asked for a location. */
export type LocationPurpose = 'address' | 'support'

interface ChosenLocation {
  readonly point: Point
  /** The nearest town in the customer's language; empty where none is known. */
  readonly label: string
}

const chosen = new Map<LocationPurpose, ChosenLocation>()
// Nothing of one customer may be seen by the next.
session.subscribeToken(() => chosen.clear())

/** What was chosen on the map, until the screen that asked for it takes it. It lives as long as the app is open, and nowhere else. */
export const chosenLocation = {
  put: (purpose: LocationPurpose, location: ChosenLocation): void => void chosen.set(purpose, location),
  /** What was chosen since the last look; null where nothing was. Stays until `clear`, because a screen may be drawn twice. */
  peek: (purpose: LocationPurpose): ChosenLocation | null => chosen.get(purpose) ?? null,
  clear: (purpose: LocationPurpose): void => void chosen.delete(purpose),
}
