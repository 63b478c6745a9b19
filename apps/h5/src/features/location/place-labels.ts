import type { Texts } from '../../shared/i18n/index.ts'
import type { Point } from '../../shared/forms/index.ts'
import { nearestPlace } from './places.ts'
import type { Place } from './places.ts'

/** Nearer than this, a point is called by its town. */
const nearKm = 15

/** A country's name in the customer's language; its code if the browser has none. */
export function countryNames(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
  return (code) => names.of(code) ?? code
}

/** A town with its country: "Berlin, Germany". */
export function placeName(
  { name, country }: Pick<Place, 'name' | 'country'>,
  countryName: (code: string) => string,
): string {
  return `${name}, ${countryName(country)}`
}

/** Describes a point: the town there, or the distance of the nearest one. Empty while no towns are loaded. */
export function placeWords({ t, locale }: Texts, places: readonly Place[], point: Point): string {
  const nearest = nearestPlace(places, point)
  if (nearest === null) return ''
  const place = placeName(nearest.place, countryNames(locale))
  const km = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(nearest.km)
  return nearest.km < nearKm ? place : t('location.from', { km, place })
}
