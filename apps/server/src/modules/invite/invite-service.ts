import type { InvitedView, OutputOf, inviteSummary } from '@candor/api'
import { formatUnits } from '@candor/money'
import type { Database } from '../../platform/transaction.ts'
import { listInvited, readSummary } from './invite-store.ts'
import type { InvitedRecord } from './invite-store.ts'

/** Shows a customer whom they invited. */
export interface InviteService {
  summary(customerId: bigint): Promise<OutputOf<typeof inviteSummary>>
  /** A page, newest first. A malformed cursor returns an empty page. */
  list(
    customerId: bigint,
    cursor: string | null,
    limit: number,
  ): Promise<{ items: InvitedView[]; nextCursor: string | null }>
}

export function createInviteService(pool: Database): InviteService {
  return {
    async summary(customerId) {
      const { reward, ...counted } = await readSummary(pool, customerId)
      return {
        ...counted,
        reward: reward === null ? null : { asset: reward.asset, amount: formatUnits(reward.units), left: reward.left },
      }
    },
    async list(customerId, cursor, limit) {
      if (cursor !== null && !/^\d{1,18}$/.test(cursor)) return { items: [], nextCursor: null }
      const found = await listInvited(pool, customerId, cursor === null ? null : BigInt(cursor), limit + 1)
      const items = found.slice(0, limit).map(viewOf)
      return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
    },
  }
}

function viewOf({ place, contact, state, joinedMs, reward }: InvitedRecord): InvitedView {
  return {
    id: place.toString(),
    contact,
    state,
    joinedMs,
    reward: reward === null ? null : { asset: reward.asset, amount: formatUnits(reward.units), paidMs: reward.paidMs },
  }
}
