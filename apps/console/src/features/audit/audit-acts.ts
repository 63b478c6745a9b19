/** Every act that the audit knows, in groups as the list of acts shows them. Its text is "audit.act.<act>". */
export const actGroups = {
  money: [
    'withdrawal.approved',
    'withdrawal.rejected',
    'withdrawal.sent',
    'withdrawal.completed',
    'withdrawal.failed',
    'withdrawal.destination-viewed',
    'deposit.approved',
    'deposit.completed',
    'deposit.rejected',
    'deposit.voucher-opened',
    'correction.proposed',
    'correction.booked',
    'correction.rejected',
  ],
  identity: ['kyc.photo-opened', 'kyc.decision-sealed', 'kyc.decided'],
  customers: ['customer.viewed', 'customer.disabled', 'customer.enabled', 'customer.signed-out'],
  markets: ['instrument.halted', 'instrument.lift-requested', 'instrument.lift-refused', 'instrument.resumed'],
  terms: [
    'terms.proposed',
    'terms.confirmed',
    'terms.rejected',
    'interest.proposed',
    'interest.confirmed',
    'interest.rejected',
    'swap-terms.proposed',
    'swap-terms.confirmed',
    'swap-terms.rejected',
    'advert-terms.proposed',
    'advert-terms.confirmed',
    'advert-terms.rejected',
  ],
  floor: [
    'desk.added',
    'desk.approved',
    'desk-funding.proposed',
    'desk-funding.booked',
    'desk-funding.rejected',
    'advert.published',
    'advert.opened',
    'advert.closed',
    'advert-proposal.proposed',
    'advert-proposal.published',
    'advert-proposal.rejected',
    'merchant-application.endorsed',
    'merchant-application.approved',
    'merchant-application.refused',
    'sale.confirmed',
  ],
  support: [
    'support.duty-begun',
    'support.duty-ended',
    'support.claimed',
    'support.transferred',
    'support.closed',
    'support.conversation-viewed',
    'support.photo-viewed',
    'support.canned-written',
    'support.canned-removed',
    'support.hours-changed',
  ],
  publishing: [
    'announcement.created',
    'announcement.ended',
    'explanation.proposed',
    'explanation.confirmed',
    'explanation.rejected',
    'legal.published',
  ],
  operators: [
    'operator.logged-in',
    'operator.logged-out',
    'operator.login-failed',
    'operator.login-locked',
    'operator.added',
    'operator.disabled',
    'operator.enabled',
    'operator.reset',
    'operator.passkey-allowed',
    'operator.passkey-added',
    'operator.passkeys-removed',
    'claim.taken',
    'claim.released',
    'audit.exported',
  ],
} as const

export type ActGroup = keyof typeof actGroups
export type AuditAct = (typeof actGroups)[ActGroup][number]

const knownActs: readonly AuditAct[] = Object.values(actGroups).flat()

/** The act of a row; null for one that this console does not know, whose code is shown instead. */
export function actOf(action: string): AuditAct | null {
  return knownActs.find((act) => act === action) ?? null
}
