import type { OutputOf, inviteCheck } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { createRateLimit, siteOf } from '../../platform/rate-limit/index.ts'
import type { LimitShare } from '../../platform/rate-limit/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { findCustomer, findInvitation } from './customer-store.ts'
import { inviteCodeOf } from './identity.ts'

const unknownAnHour = { max: 30, windowMs: 3_600_000 } as const

/** Whether an invitation code may be used, for a form that is still being filled in. */
export type CheckInvitation = (
  code: string,
  ip: string,
) => Promise<Result<OutputOf<typeof inviteCheck>, 'invite-code-unknown' | 'frequent-operations'>>

/** The name that a customer shows to people whom they invite; null where they show none. */
export type ShownNameOf = (customerId: bigint) => Promise<string | null>

export interface InvitationCheckDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly shownNameOf: ShownNameOf
  readonly limitShare?: LimitShare | null
}

/**
 * Makes the check. It takes no captcha, so a network may try few codes that do not exist; past that every code is
 * refused unseen, also the right one.
 */
export function createInvitationCheck({
  pool,
  clock,
  shownNameOf,
  limitShare = null,
}: InvitationCheckDependencies): CheckInvitation {
  const sharing = limitShare && { share: limitShare, name: 'unknown invitations' }
  const unknown = createRateLimit(unknownAnHour, clock, { sharing })
  const inviterOf = async (customerId: bigint | null) => {
    const customer = customerId === null ? null : await findCustomer(pool, customerId)
    return customer && { name: await shownNameOf(customer.customerId), contact: `${customer.email?.[0] ?? ''}••••` }
  }
  return async (code, ip) => {
    const site = siteOf(ip)
    if (!unknown.hasRoom(site)) return refuse('frequent-operations')
    const invitation = await findInvitation(pool, inviteCodeOf(code))
    if (invitation !== null) return ok({ inviter: await inviterOf(invitation.invitedBy) })
    unknown.count(site)
    return refuse('invite-code-unknown')
  }
}
