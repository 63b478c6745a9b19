import type { OperatorRole, operatorMe, OutputOf } from '@candor/api/operator'

/** 2026-03-01, 12:00 UTC. */
export const noonMs = Date.UTC(2026, 2, 1, 12)

/** The signed-in operator: Ada, whose id is 7. */
export function operatorWith(...roles: OperatorRole[]): OutputOf<typeof operatorMe> {
  return { operatorId: '7', name: 'Ada', roles, isSandboxReviewer: false, expiresMs: noonMs }
}
