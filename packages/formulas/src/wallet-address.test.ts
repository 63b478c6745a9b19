import { describe, expect, it } from 'vitest'
import { readWalletAddress, walletAddressOf } from './wallet-address.ts'

/** The examples of EIP-55. */
const checked = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
/** The well-known USDT contract on TRON. */
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

describe('an address of Ethereum', () => {
  it.each(checked)('is taken with its check: %s', (address) => {
    expect(readWalletAddress('ERC20', ` ${address} `)).toBe(address)
  })

  it('in one case has no check, and gets one', () => {
    expect(readWalletAddress('ERC20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(checked[2])
  })

  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    `0x${'0'.repeat(40)}`,
    tron,
    '',
  ])('is not %j', (address) => {
    expect(readWalletAddress('ERC20', address)).toBeNull()
  })
})

describe('an address of TRON', () => {
  it('is taken with its check', () => {
    expect(readWalletAddress('TRC20', ` ${tron}\n`)).toBe(tron)
  })

  it.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    checked[0],
    '',
  ])('is not %j', (address = '') => {
    expect(readWalletAddress('TRC20', address)).toBeNull()
  })
})

it.each([
  'TZJozAg1ruapycCicgz31GxvYJ1G1qELV7',
  'TxeQyGyJa63ho3Loe7KMVQEiAoGCbnaMqQ',
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKB9nv2z',
])('that begins with T and carries a right check, but not the byte 0x41, is none of TRON: %s', (address) => {
  expect(readWalletAddress('TRC20', address)).toBeNull()
})

it('is written for any account so that it can be read again', () => {
  const account = Uint8Array.from({ length: 20 }, (_, index) => index * 11)
  for (const chain of ['TRC20', 'ERC20'] as const) {
    const address = walletAddressOf(chain, account)
    expect(readWalletAddress(chain, address)).toBe(address)
  }
  expect(() => walletAddressOf('TRC20', account.slice(1))).toThrow('20 bytes')
})
