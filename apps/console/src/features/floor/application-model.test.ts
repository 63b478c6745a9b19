import type { MerchantApplicationCase } from '@candor/api/operator'
import { expect, it } from 'vitest'
import { applicationLines, matchesApplication } from './application-model.ts'

const application: MerchantApplicationCase = {
  id: '12',
  subject: 'merchant-application:12',
  name: 'Lena, “Fast” Exchange',
  about: '',
  account: '20411800',
  state: 'approved',
  appliedMs: Date.UTC(2026, 2, 1, 12),
  endorsedBy: { operatorId: '7', name: 'ada' },
  decidedBy: { operatorId: '8', name: 'ben' },
  decidedMs: Date.UTC(2026, 2, 1, 13),
  mayApprove: false,
}

it('is found by name, account and number', () => {
  for (const search of ['', ' lena', '2041 18', '12']) expect(matchesApplication(application, search)).toBe(true)
  for (const search of ['max', '99', '1'])
    expect(matchesApplication({ ...application, account: '3' }, search)).toBe(false)
})

it('is saved with both operators and its times', () => {
  expect(applicationLines([application]).split('\r\n')[1]).toBe(
    '12,20411800,"Lena, “Fast” Exchange",approved,2026-03-01T12:00:00.000Z,ada,ben,2026-03-01T13:00:00.000Z',
  )
})
