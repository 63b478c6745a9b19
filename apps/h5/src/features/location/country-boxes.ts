import type { KycCountry } from '@candor/api'

/** A part of the map, in degrees. */
export interface Box {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

const box = (south: number, west: number, north: number, east: number): Box => ({ south, west, north, east })

/** Where most people of a country live: without far islands, which would make the rest small. */
export const countryBoxes: Readonly<Record<KycCountry, Box>> = {
  US: box(24.5, -125, 49.4, -66.9),
  DE: box(47.3, 5.9, 55.1, 15),
  FR: box(41.3, -5.2, 51.1, 9.6),
  ES: box(36, -9.3, 43.8, 4.4),
  PT: box(36.9, -9.5, 42.2, -6.2),
  GB: box(49.9, -8.2, 58.7, 1.8),
  IT: box(36.6, 6.6, 47.1, 18.6),
  KR: box(33.1, 125.9, 38.6, 129.6),
  JP: box(31, 129.4, 45.6, 145.9),
  PH: box(4.6, 116.9, 19.6, 126.7),
  VN: box(8.4, 102.1, 23.4, 109.5),
  LA: box(13.9, 100.1, 22.5, 107.7),
  KH: box(10.4, 102.3, 14.7, 107.7),
  MM: box(9.8, 92.2, 28.6, 101.2),
  TH: box(5.6, 97.3, 20.5, 105.7),
  MY: box(0.8, 99.6, 7.4, 119.3),
  SG: box(1.2, 103.6, 1.5, 104.1),
  ID: box(-11, 95, 6.1, 141.1),
  IN: box(6.7, 68.1, 35.5, 97.4),
  TR: box(35.8, 26, 42.2, 44.8),
}
