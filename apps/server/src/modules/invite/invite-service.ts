import type { InvitedView, OutputOf, inviteSummary } from '@candor/api'
import { formatAmount } from '@candor/money'
import { pageById } from '../../platform/page.ts'
import type { Page } from '../../platform/page.ts'
import type { Database } from '../../platform/transaction.ts'
import { listInvited, putShownName, readSummary } from './invite-store.ts'
import type { InvitedRecord } from './invite-store.ts'

/** Shows a customer whom they invited. */
export interface InviteService {
  summary(customerId: bigint): Promise<OutputOf<typeof inviteSummary>>
  /** Sets the name that people see who enter the customer's code; an empty one removes it. */
  showName(customerId: bigint, name: string): Promise<void>
  /** A page, newest first. A malformed cursor returns an empty page. */
  list(customerId: bigint, cursor: string | null, limit: number): Promise<Page<InvitedView>>
}

export function createInviteService(pool: Database): InviteService {
  return {
    async summary(customerId) {
      const { reward, ...counted } = await readSummary(pool, customerId)
      return {
        ...counted,
        reward: reward === null ? null : { asset: reward.asset, amount: formatAmount(reward), left: reward.left },
      }
    },
    showName: (customerId, name) => putShownName(pool, customerId, name),
    list: (customerId, cursor, limit) =>
      pageById(
        { cursor, limit },
        {
          read: (before, count) => listInvited(pool, customerId, before, count),
          idOf: ({ place }) => place,
          viewOf,
        },
      ),
  }
}

function viewOf({ place, contact, state, joinedMs, reward }: InvitedRecord): InvitedView {
  return {
    id: place.toString(),
    contact,
    state,
    joinedMs,
    reward: reward === null ? null : { asset: reward.asset, amount: formatAmount(reward), paidMs: reward.paidMs },
  }
}
