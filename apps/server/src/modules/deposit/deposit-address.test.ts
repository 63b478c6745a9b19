import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { ExtendedKeyError, addressDeriver, addressOf, checksummed, tronAccountOf } from './deposit-address.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

/** The mnemonic of Ethereum tools' well-known test accounts; its seed by BIP-39. */
const junkSeed = pbkdf2Sync(
  'test test test test test test test test test test test junk',
  'mnemonic',
  2_048,
  64,
  'sha512',
)
const xpubOf = (path: string) => HDKey.fromMasterSeed(junkSeed).derive(path).publicExtendedKey

describe('an extended public key', () => {
  // BIP-32, test vector 2, chain m/0 and m: public derivation from the parent's extended public key.
  it('derives the public children of the test vectors of BIP-32', () => {
    const parent = HDKey.fromExtendedKey(
      'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
    )
    expect(parent.deriveChild(0).publicExtendedKey).toBe(
      'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
    )
  })

  it('gives the well-known accounts of a well-known phrase, with the checksum of EIP-55', () => {
    const derive = addressDeriver('ERC20', xpubOf("m/44'/60'/0'"))
    expect([0, 1, 2].map(derive)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ])
  })

  it('gives TRON addresses of its coin type, each another one', () => {
    const derive = addressDeriver('TRC20', xpubOf("m/44'/195'/0'"))
    const addresses = Array.from({ length: 50 }, (_, index) => derive(index))
    expect(new Set(addresses).size).toBe(50)
    for (const address of addresses) expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
  })

  it('is refused when it is private, or damaged', () => {
    const { privateExtendedKey } = HDKey.fromMasterSeed(junkSeed)
    expect(() => addressDeriver('ERC20', privateExtendedKey)).toThrow('The key of the recharge addresses is private')
    const sound = xpubOf('m/0')
    const damaged = sound.replace(/.(?=.{9}$)/, (letter) => (letter === 'z' ? 'y' : 'z'))
    for (const key of ['', 'xpub', damaged]) expect(() => addressDeriver('ERC20', key)).toThrow(ExtendedKeyError)
  })
})

describe('an address', () => {
  // The examples of EIP-55.
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('has the checksum of EIP-55: %s', (address) => {
    expect(checksummed(bytes(address.slice(2).toLowerCase()))).toBe(address)
  })

  it('is, of one key, the same 20 bytes on both chains', () => {
    // The private key 1, whose point is the generator of the curve.
    const generator = bytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')
    expect(addressOf('ERC20', generator)).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
    expect(addressOf('TRC20', generator)).toBe('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC')
  })

  it('of TRON gives its bytes back, and another one does not pass for it', () => {
    expect(Buffer.from(tronAccountOf('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toString('hex')).toBe(
      'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    )
    for (const other of ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', ''])
      expect(() => tronAccountOf(other)).toThrow(/checksum|no TRON address|at least/i)
  })
})
