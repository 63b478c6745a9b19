import { expect, it } from 'vitest'
import { callingCodes } from './calling-codes.ts'
import { findCodes, namedCodes } from './find-codes.ts'

const german = namedCodes(callingCodes, 'de')
const found = (text: string) => findCodes(german, text).map(({ region }) => region)

it('finds a country by the beginning of a word of its name, whatever its accents and case', () => {
  expect(found('deutsch')).toEqual(['DE'])
  expect(found('OSTER')).toEqual(['AT'])
  expect(found('arabische')).toContain('AE')
})

it('finds a country by its calling code, typed with and without a plus', () => {
  expect(found('+49')).toEqual(['DE'])
  expect(found('0035')).toContain('PT')
  expect(found('44')).toEqual(expect.arrayContaining(['GB', 'JE']))
})

it('shows all in the order of the language before anything is typed, and none for nonsense', () => {
  const names = findCodes(german, ' ').map(({ name }) => name)
  expect(names).toHaveLength(callingCodes.length)
  expect(names).toEqual(names.toSorted(new Intl.Collator('de').compare))
  expect(found('qqq')).toEqual([])
})
