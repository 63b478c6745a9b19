/** A location in degrees; north and east are positive. */
export interface Point {
  readonly lat: number
  readonly lng: number
}

/** About a metre: finer than pointing. */
const decimals = 5

/** A point rounded to the stored precision. */
export function roundedPoint({ lat, lng }: Point): Point {
  return { lat: Number(lat.toFixed(decimals)), lng: Number(lng.toFixed(decimals)) }
}

/** Coordinates in the usual form, in any language: "52.53168, 13.38178". */
export function coordinatesText({ lat, lng }: Point): string {
  return `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`
}

/** The point in a link's parameters; null when there is none. */
export function pointOf({ lat = '', lng = '' }: { readonly lat?: string; readonly lng?: string }): Point | null {
  if (lat === '' || lng === '') return null
  const point = { lat: Number(lat), lng: Number(lng) }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : null
}
