import type { OperatorRole, operatorKycDetail, operatorMe, OutputOf } from '@candor/api/operator'

/** 2026-03-01, 12:00 UTC. */
export const noonMs = Date.UTC(2026, 2, 1, 12)

/** The signed-in operator: Ada, whose id is 7. */
export function operatorWith(...roles: OperatorRole[]): OutputOf<typeof operatorMe> {
  return { operatorId: '7', name: 'Ada', roles, isSandboxReviewer: false, expiresMs: noonMs, cell: null }
}

/** An identity check that waits for its second decision. */
export const identityCheck: OutputOf<typeof operatorKycDetail> = {
  id: '5',
  subject: 'kyc 5',
  account: '204 118',
  customerId: '9',
  registeredMs: noonMs,
  state: 'under-review',
  country: 'PT',
  documentType: 'id-card',
  name: 'Ana Example',
  number: 'X1',
  birthDate: '1990-01-31',
  sentMs: noonMs,
  promisedMs: noonMs,
  decidedMs: null,
  resubmit: null,
  reasons: [],
  stage: 'second',
  hasDecided: false,
  mayDecide: true,
  appealText: null,
  isRecovery: false,
  recovery: null,
  photos: [],
  sameNumberAccounts: [],
  samePersonAccounts: [],
  earlier: [],
  decisions: [],
  views: [],
}
