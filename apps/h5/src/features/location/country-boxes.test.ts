import { kycCountries } from '@candor/api'
import { places as list } from 'virtual:map/places'
import { describe, expect, it } from 'vitest'
import { countryBoxes } from './country-boxes.ts'
import { placesOf } from './places.ts'

const places = placesOf(list)

describe('the part of the map of a country', () => {
  it.each(kycCountries)('has most towns of %s in it, and its largest one', (code) => {
    const { south, west, north, east } = countryBoxes[code]
    const isInside = ({ lat, lng }: { readonly lat: number; readonly lng: number }) =>
      lat >= south && lat <= north && lng >= west && lng <= east
    const towns = places.filter(({ country }) => country === code)
    const inside = towns.filter(isInside)
    expect(inside).toContain(towns[0])
    expect(inside.length / towns.length).toBeGreaterThan(0.85)
  })
})
