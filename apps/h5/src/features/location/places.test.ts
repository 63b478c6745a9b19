import { describe, expect, it } from 'vitest'
import { distanceKm, nearestPlace, placesOf, searchPlaces } from './places.ts'
import { placesToName } from './town-names.ts'

const places = placesOf(
  'São Paulo|BR|-2355|-4664\nBerlin|DE|5252|1341\nMunich|DE|4814|1158\nNew York City|US|4071|-7401\nPaulínia|BR|-2276|-4715\nHanoi|VN|2102|10584\nDa Nang|VN|1607|10822\nŁódź|PL|5177|1946',
)
const countryName = (code: string) => ({ BR: 'Brasilien', DE: 'Deutschland', US: 'Vereinigte Staaten' })[code] ?? code
const names = (text: string, max = 9) => searchPlaces(places, text, countryName, max).map(({ name }) => name)

describe('the search in the list of towns', () => {
  it('finds the beginning of any word, whatever accents and case it is typed with', () => {
    expect(names('sao')).toEqual(['São Paulo'])
    expect(names(' YORK ')).toEqual(['New York City'])
    expect(names('ork')).toEqual([])
  })

  it('finds letters that are no plain ones with a mark, and syllables that the list writes as one word', () => {
    expect(names('Đà Nẵng')).toEqual(['Da Nang'])
    expect(names('Hà Nội')).toEqual(['Hanoi'])
    expect(names('lodz')).toEqual(['Łódź'])
  })

  it('shows names that begin so before names that go on so', () => {
    expect(names('paul')).toEqual(['Paulínia', 'São Paulo'])
  })

  it('finds the towns of a country by its name in the customer’s language, the larger one first, and no more than there is room for', () => {
    expect(names('deutsch')).toEqual(['Berlin', 'Munich'])
    expect(names('deutsch', 1)).toEqual(['Berlin'])
  })

  it('finds nothing for nothing', () => {
    expect(names('  ')).toEqual([])
  })
})

describe('the nearest town', () => {
  it('is found across the date line', () => {
    const fiji = placesOf('Suva|FJ|-1814|17844\nApia|WS|-1383|-17177')
    expect(nearestPlace(fiji, { lat: -18, lng: -179.9 })?.place.name).toBe('Suva')
  })

  it('is as far as it is', () => {
    expect(distanceKm({ lat: 52.52, lng: 13.41 }, { lat: 48.14, lng: 11.58 })).toBeCloseTo(504, -1)
    expect(nearestPlace([], { lat: 0, lng: 0 })).toBeNull()
  })
})

it('names of smaller towns give way to those of larger ones', () => {
  const spots = [
    { name: 'large', x: 100, y: 100 },
    { name: 'hidden', x: 150, y: 110 },
    { name: 'below', x: 150, y: 130 },
  ]
  expect(placesToName(spots, (spot) => spot).map(({ name }) => name)).toEqual(['large', 'below'])
})
