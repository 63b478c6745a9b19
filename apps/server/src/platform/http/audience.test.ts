import {
  contractBuy,
  interestOpen,
  interestRedeem,
  kycSubmit,
  legalAgree,
  userLogin,
  userRegister,
  withdrawalCreate,
} from '@candor/api'
import { expect, test } from 'vitest'
import { openEntrance, principal } from '../../../test/http-server.ts'
import { customerAudience } from './audience.ts'

test('trading waits for a consent that is owed; withdrawing does not', () => {
  const { gates } = customerAudience(openEntrance)
  const owing = { ...principal, owesConsent: true }
  for (const operation of [contractBuy, interestOpen]) {
    expect(gates.form(operation, owing)).toBe('consent-required')
    expect(gates.form(operation, principal)).toBeNull()
  }
  for (const operation of [withdrawalCreate, interestRedeem, legalAgree])
    expect(gates.form(operation, owing)).toBeNull()
})

test('a customer who was verified in a country that is not served cannot trade, and can withdraw', () => {
  const { gates } = customerAudience(openEntrance)
  const elsewhere = { ...principal, isElsewhere: true }
  for (const operation of [contractBuy, interestOpen])
    expect(gates.form(operation, elsewhere)).toBe('country-not-served')
  for (const operation of [withdrawalCreate, interestRedeem]) expect(gates.form(operation, elsewhere)).toBeNull()
})

test('registering, verifying and trading depend on the country of the address; login and withdrawing do not', () => {
  const dependent = [userRegister, kycSubmit, contractBuy, interestOpen]
  for (const { refusals } of dependent) expect(refusals).toContain('country-not-served')
  for (const { refusals } of [userLogin, withdrawalCreate, interestRedeem])
    expect(refusals).not.toContain('country-not-served')
})

test('countries are served by the list, and by everything that names none', () => {
  const audience = (served: readonly string[]) =>
    customerAudience({ ...openEntrance, countries: { served, of: () => null } })
  expect(['AT', 'US', 'XX', 'T1', null].filter((country) => audience(['AT', 'DE']).servesCountry(country))).toEqual([
    'AT',
    'XX',
    'T1',
    null,
  ])
  expect(audience([]).servesCountry('US')).toBe(true)
})
