/** How far a finger pulls a screen down, in CSS pixels, until letting go reads it again. */
export const pullReachPx = 96

/** The indicator's position in CSS pixels for a finger's distance: progressively slower, and never beyond the reach. */
export function signOffsetPx(pulledPx: number): number {
  return pulledPx <= 0 ? 0 : pullReachPx * (1 - Math.exp(-pulledPx / pullReachPx))
}

/** A finger on its way, from where it was put down. */
export interface Finger {
  readonly x: number
  readonly y: number
}

/** How far a finger has pulled down; 0 while it moves up, or more sideways than down. */
export function pulledPx(from: Finger, to: Finger): number {
  const down = to.y - from.y
  return down > Math.abs(to.x - from.x) ? down : 0
}
