/** The estimated width of a name in pixels. */
const widthPx = 96
const heightPx = 20

interface Spot {
  readonly x: number
  readonly y: number
}

/** The towns whose names have room beside the names of larger ones, which come first. */
export function placesToName<Place>(places: readonly Place[], spotOf: (place: Place) => Spot): Place[] {
  const taken: Spot[] = []
  return places.filter((place) => {
    const spot = spotOf(place)
    if (taken.some(({ x, y }) => Math.abs(x - spot.x) < widthPx && Math.abs(y - spot.y) < heightPx)) return false
    taken.push(spot)
    return true
  })
}
