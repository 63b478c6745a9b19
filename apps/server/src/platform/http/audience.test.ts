import { contractBuy, interestOpen, interestRedeem, legalAgree, withdrawalCreate } from '@candor/api'
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
