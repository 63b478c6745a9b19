import type { Point } from '../../shared/forms/index.ts'

/** A town of the bundled list. */
export interface Place extends Point {
  readonly name: string
  /** ISO 3166, two letters. */
  readonly country: string
}

/** Reads the bundled list, the largest town first. */
export function placesOf(text: string): Place[] {
  return text.split('\n').map((line) => {
    const [name = '', country = '', lat = '', lng = ''] = line.split('|')
    return { name, country, lat: Number(lat) / 100, lng: Number(lng) / 100 }
  })
}

/** Letters that Unicode does not take apart into a plain one and a mark. */
const foldedLetters: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Lower case and without accents, so that "sao paulo" and "đà nẵng" are found however they are typed. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[đðøłıßæœþ]/g, (letter) => foldedLetters[letter] ?? letter)
    .replace(/[’'`-]/g, ' ')
    .trim()
}

const joined = (text: string) => text.replaceAll(' ', '')

/** Towns whose name, or whose country's name in the customer's language, starts with the text, largest first. */
export function searchPlaces(
  places: readonly Place[],
  text: string,
  countryName: (code: string) => string,
  max: number,
): Place[] {
  const wanted = plain(text)
  if (wanted === '') return []
  const named = places.filter(({ name }) => ` ${plain(name)}`.includes(` ${wanted}`))
  // Vietnamese separates syllables, while the list joins most names.
  const exact = places.filter(({ name }) => joined(plain(name)).startsWith(joined(wanted)))
  const ofCountry = places.filter(({ country }) => plain(countryName(country)).startsWith(wanted))
  return [...new Set([...exact, ...named, ...ofCountry])].slice(0, max)
}

const earthRadiusKm = 6_371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The distance of two points along the earth's surface (haversine). */
export function distanceKm(one: Point, other: Point): number {
  const [halfLat, halfLng] = [radians(other.lat - one.lat) / 2, radians(other.lng - one.lng) / 2]
  const chord =
    Math.sin(halfLat) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(halfLng) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The town nearest to a point, and how far it is. Null where the list is empty. */
export function nearestPlace(
  places: readonly Place[],
  point: Point,
): { readonly place: Place; readonly km: number } | null {
  let nearest: { place: Place; km: number } | null = null
  for (const place of places) {
    const km = distanceKm(place, point)
    if (nearest === null || km < nearest.km) nearest = { place, km }
  }
  return nearest
}
