/** An arc around a centre, clockwise from twelve o'clock. Angles in degrees. */
export interface Arc {
  readonly centrePx: number
  readonly radiusPx: number
  readonly fromDegrees: number
  readonly toDegrees: number
}

/** The path of an arc of less than a circle. */
export function arcPath({ centrePx, radiusPx, fromDegrees, toDegrees }: Arc): string {
  const pointAt = (degrees: number) => {
    const radians = (degrees / 180) * Math.PI
    return `${round(centrePx + radiusPx * Math.sin(radians))} ${round(centrePx - radiusPx * Math.cos(radians))}`
  }
  const isLarge = toDegrees - fromDegrees > 180 ? 1 : 0
  return `M${pointAt(fromDegrees)}A${radiusPx} ${radiusPx} 0 ${isLarge} 1 ${pointAt(toDegrees)}`
}

/** No arc is shorter, so that the windows of a long contract are seen as well. */
const leastDegrees = 3
/** What stays free on either side of twelve o'clock, where entry and exit meet. */
const gapDegrees = 2

/**
 * Where a countdown ring stands while a window lasts: the remaining shares of time at its ends, the later one first, as
 * degrees clockwise from twelve o'clock.
 */
export function windowDegrees({ fromShare, toShare }: { readonly fromShare: number; readonly toShare: number }): {
  readonly fromDegrees: number
  readonly toDegrees: number
} {
  const from = Math.max(gapDegrees, Math.min(360 - gapDegrees - leastDegrees, fromShare * 360))
  return { fromDegrees: from, toDegrees: Math.min(360 - gapDegrees, Math.max(from + leastDegrees, toShare * 360)) }
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100
}
