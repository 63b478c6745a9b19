import { describe, expect, it } from 'vitest'
import { readWalletAddress, walletAddressOf } from './wallet-address.ts'

/** The test cases of EIP-55. */
const standard = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
/** The USDT contract on TRON, and examples of libraries with their hexadecimal form. */
const known = [
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TQHgMpVzWkhSsRB4BzZgmV8uW4cFL8eaBr',
  'TCNtTa1rveKkovHR2ebABu4K66U6ocUCZX',
]

describe('an address of Ethereum', () => {
  it.each(standard)('with the capitals of EIP-55 is taken: %s', (address) => {
    expect(readWalletAddress('ERC20', ` ${address} `)).toBe(address)
  })

  it.each(standard.slice(4))(
    'with one capital wrong is refused, without any it is given its capitals: %s',
    (address) => {
      const wrong = address.replace(/[a-f](?=[^a-f]*$)/i, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      )
      expect(wrong).not.toBe(address)
      expect(readWalletAddress('ERC20', wrong)).toBeNull()
      expect(readWalletAddress('ERC20', address.toLowerCase())).toBe(address)
    },
  )

  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
    `0x${'0'.repeat(40)}`,
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    '',
  ])('is not %j', (address) => {
    expect(readWalletAddress('ERC20', address)).toBeNull()
  })
})

describe('an address of TRON', () => {
  it.each(known)('in base58check is taken: %s', (address) => {
    expect(readWalletAddress('TRC20', ` ${address}\n`)).toBe(address)
  })

  it.each(known)('with one character changed, missing or in another case is refused: %s', (address) => {
    const other = address.at(-1) === 'x' ? 'y' : 'x'
    expect(readWalletAddress('TRC20', address.slice(0, -1) + other)).toBeNull()
    expect(readWalletAddress('TRC20', address.slice(0, -1))).toBeNull()
    expect(readWalletAddress('TRC20', address.toLowerCase())).toBeNull()
  })

  it.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
    // Bitcoin addresses: base58check as well, but with 0x00 before 20 bytes.
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '',
    // These begin with T and carry a right check, but not the byte 0x41.
    'TZJozAg1ruapycCicgz31GxvYJ1G1qELV7',
    'TxeQyGyJa63ho3Loe7KMVQEiAoGCbnaMqQ',
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKB9nv2z',
  ])('is not %j', (address) => {
    expect(readWalletAddress('TRC20', address)).toBeNull()
  })
})

it('is written for any account so that it can be read again', () => {
  const account = Uint8Array.from({ length: 20 }, (_, index) => index * 11)
  for (const chain of ['TRC20', 'ERC20'] as const) {
    const address = walletAddressOf(chain, account)
    expect(readWalletAddress(chain, address)).toBe(address)
  }
  expect(() => walletAddressOf('TRC20', account.slice(1))).toThrow('20 bytes')
})
