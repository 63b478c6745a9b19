import { describe, expect, it } from 'vitest'
import { addressVerdict } from './wallet-form-model.ts'

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('an address while it is typed', () => {
  it('is good on its own chain, and is said to be another chain’s on the other one', () => {
    expect(addressVerdict('TRC20', tron)).toBe('valid')
    expect(addressVerdict('ERC20', ` ${ether} `)).toBe('valid')
    expect(addressVerdict('TRC20', ether)).toBe('other-chain')
    expect(addressVerdict('ERC20', tron)).toBe('other-chain')
  })

  it('is not called wrong while it may still become one', () => {
    expect(addressVerdict('TRC20', '')).toBe('empty')
    for (let length = 1; length < tron.length; length += 1)
      expect(addressVerdict('TRC20', tron.slice(0, length))).toBe('partial')
    for (let length = 1; length < ether.length; length += 1)
      expect(addressVerdict('ERC20', ether.slice(0, length))).toBe('partial')
  })

  it.each([
    ['TRC20', `${tron.slice(0, -1)}u`],
    ['TRC20', `${tron}t`],
    ['TRC20', 'hello'],
    ['ERC20', ether.replace('5aA', '5aa')],
    ['ERC20', `${ether}0`],
  ] as const)('of %s is wrong: %s', (chain, address) => {
    expect(addressVerdict(chain, address)).toBe('wrong')
  })
})
