import { describe, expect, it } from 'vitest'
import { customersOf } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'

const fixture = closeAfterTests(await openIdentity())

const { newCustomer } = customersOf(() => fixture)

const read = async (token: string) => (await fixture.call('user/address', {}, { token })).body
const set = async (token: string, form: Record<string, unknown>) =>
  (await fixture.call('user/address_set', form, { token })).body
const home = { text: 'Hauptstraße 1, 10115 Berlin', lat: '52.531677', lng: '-13.381777' }

describe('the address of a customer', () => {
  it('is none at first, then what was sent, with its point, and nobody else’s', async () => {
    const [own, other] = [await newCustomer(), await newCustomer()]
    expect(await read(own.token)).toMatchObject({ code: 1, data: { address: null } })
    const stored = { address: { text: home.text, point: { lat: 52.531677, lng: -13.381777 } } }
    expect(await set(own.token, home)).toMatchObject({ code: 1, msg: 'Modification successful', data: stored })
    expect(await read(own.token)).toMatchObject({ data: stored })
    expect(await read(other.token)).toMatchObject({ data: { address: null } })
  })

  it('loses its point with the next one that has none, and goes when none is sent', async () => {
    const { token } = await newCustomer()
    await set(token, home)
    await set(token, { text: '  東京都千代田区1-1  ' })
    expect(await read(token)).toMatchObject({ data: { address: { text: '東京都千代田区1-1', point: null } } })
    for (let time = 0; time < 2; time += 1)
      expect(await set(token, {})).toMatchObject({ code: 1, data: { address: null } })
    expect(await read(token)).toMatchObject({ data: { address: null } })
  })

  it.each([
    ['a text of spaces', { text: '     ' }, { text: 'wrong-format' }],
    ['two characters', { text: 'ab' }, { text: 'wrong-format' }],
    ['201 characters', { text: 'a'.repeat(201) }, { text: 'wrong-format' }],
    ['two lines', { text: 'Main Street\nBerlin' }, { text: 'wrong-format' }],
    ['a point without a text', { lat: '1', lng: '1' }, { text: 'required' }],
    ['half a point', { text: 'Main Street 1', lat: '1' }, { lng: 'required' }],
    ['a point beyond the pole', { ...home, lat: '90.1' }, { lat: 'too-large' }],
    ['a point around the earth', { ...home, lng: '-180.5' }, { lng: 'too-small' }],
    ['degrees that are no number', { ...home, lat: '1e3' }, { lat: 'wrong-format' }],
  ])('stays as it was for %s', async (_name, form, fields) => {
    const { token } = await newCustomer()
    await set(token, home)
    expect(await set(token, form)).toMatchObject({ code: 0, error: 'invalid', data: fields })
    expect(await read(token)).toMatchObject({ data: { address: { text: home.text } } })
  })
})
