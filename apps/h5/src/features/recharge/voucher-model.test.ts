import { expect, it } from 'vitest'
import { addressParts } from './address-model.ts'
import { megabytes } from './voucher-model.ts'

it('tells the size of a voucher in megabytes, never smaller than it is', () => {
  expect(megabytes(1_200_000)).toBe('1.2')
  expect(megabytes(1_200_001)).toBe('1.3')
  expect(megabytes(0)).toBe('0.1')
  expect(megabytes(10_000_000)).toBe('10.0')
})

it('sets off what people compare of an address, and loses nothing of it', () => {
  const shown = (address: string) =>
    addressParts(address)
      .map(({ text, isCompared }) => (isCompared ? `[${text}]` : text))
      .join('')
  expect(shown('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('[TR7NHq]jeKQxGTCi8q8ZY4pL8otSz[gjLj6t]')
  expect(shown('SANDBOX-TRC20-7Q4K-0000-2093')).toBe('SANDBOX-TRC20[-7Q4K]-0000[-2093]')
  expect(shown('short')).toBe('short')
})
