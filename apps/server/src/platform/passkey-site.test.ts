import { expect, it } from 'vitest'
import { siteOf } from './passkey-site.ts'

it.each([
  ['https://candor.example', { origin: 'https://candor.example', rpId: 'candor.example' }],
  ['http://localhost:8080', { origin: 'http://localhost:8080', rpId: 'localhost' }],
  ['https://candor.example:8443', { origin: 'https://candor.example:8443', rpId: 'candor.example' }],
  ['http://candor.example', null],
  ['https://192.0.2.1', null],
  ['https://[2001:db8::1]', null],
  ['null', null],
  [null, null],
])('a page of %s has the site %j', (origin, site) => {
  expect(siteOf(origin)).toEqual(site)
})
