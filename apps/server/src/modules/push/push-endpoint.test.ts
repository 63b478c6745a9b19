import { describe, expect, it } from 'vitest'
import { isPublicAddress, publicLookup, pushEndpointOf } from './push-endpoint.ts'

describe('the address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:1',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/Q',
  ])('is called: %s', (address) => {
    expect(pushEndpointOf(address, [])?.href).toBe(address)
  })

  it.each([
    'http://push.example.org/x',
    'https://push.example.org:8443/x',
    'https://user:secret@push.example.org/x',
    'https://127.0.0.1/x',
    'https://0x7f000001/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://api.localhost/x',
    'https://metadata.google.internal/x',
    'https://printer.local/x',
    'https://intranet/x',
    'ftp://push.example.org/x',
    'nonsense',
  ])('is not called: %s', (address) => {
    expect(pushEndpointOf(address, [])).toBeNull()
  })

  it('may be an exception of the owner, to the letter', () => {
    expect(pushEndpointOf('http://127.0.0.1:9000/x', ['http://127.0.0.1:9000'])?.port).toBe('9000')
    expect(pushEndpointOf('http://127.0.0.1:9001/x', ['http://127.0.0.1:9000'])).toBeNull()
  })
})

describe('an address of the internet', () => {
  it.each(['142.250.74.10', '2a00:1450:4001:80e::200a'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'nonsense',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('is all that a name may stand for', async () => {
    const looked = await new Promise((resolve) => publicLookup('localhost', {}, (error) => resolve(error?.code)))
    expect(looked).toBe('EPRIVATE')
  })
})
