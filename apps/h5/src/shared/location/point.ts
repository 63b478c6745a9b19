/** A place on the earth in degrees; north and east are positive. */
export interface Point {
  readonly lat: number
  readonly lng: number
}

/** A metre or so: finer than anybody points. */
const decimals = 5

/** A point as finely as it is kept and shown. */
export function roundedPoint({ lat, lng }: Point): Point {
  return { lat: Number(lat.toFixed(decimals)), lng: Number(lng.toFixed(decimals)) }
}

/** The coordinates as every map takes them, in any language: "52.53168, 13.38178". */
export function coordinatesText({ lat, lng }: Point): string {
  return `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`
}

/** The point that the parameters of a link name; null where they name none. */
export function pointOf({ lat = '', lng = '' }: { readonly lat?: string; readonly lng?: string }): Point | null {
  if (lat === '' || lng === '') return null
  const point = { lat: Number(lat), lng: Number(lng) }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : null
}
