import { describe, expect, it } from 'vitest'
import { apiBaseOf, socketUrlOf } from './api-base.ts'

function page(address: string) {
  const { protocol, host, hostname, origin } = new URL(address)
  return { protocol, host, hostname, origin }
}

describe('API base', () => {
  it('is "api." before the host, with its port', () => {
    expect(apiBaseOf(page('https://candor.example/h5/'), false)).toBe('https://api.candor.example')
    expect(apiBaseOf(page('https://candor.example:8443/h5/'), false)).toBe('https://api.candor.example:8443')
  })

  it('is the own origin on localhost and on IP addresses', () => {
    expect(apiBaseOf(page('http://localhost:8080/h5/'), false)).toBe('http://localhost:8080')
    expect(apiBaseOf(page('http://192.168.1.20:8080/h5/'), false)).toBe('http://192.168.1.20:8080')
    expect(apiBaseOf(page('http://[fe80::1]:8080/h5/'), false)).toBe('http://[fe80::1]:8080')
  })

  it('does not take a name that begins like an address for one', () => {
    expect(apiBaseOf(page('https://10.example.org/'), false)).toBe('https://api.10.example.org')
  })

  it('is the fixed development host for a page of the dev server', () => {
    expect(apiBaseOf(page('http://localhost:5173/h5/'), true)).toBe('http://localhost:8080')
  })

  it('opens the socket at the same host, encrypted where the page is', () => {
    expect(socketUrlOf('https://api.candor.example')).toBe('wss://api.candor.example/ws')
    expect(socketUrlOf('http://localhost:8080')).toBe('ws://localhost:8080/ws')
  })
})
