import {
  mostCountedCustomers,
  operatorAnnouncementEnd,
  operatorAnnouncementProposals,
  operatorAnnouncementReach,
  operatorAnnouncements,
} from '@candor/api/operator'
import type { AnnouncementProposalView, AnnouncementView } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import { checkedAnnouncement } from './announcement.ts'
import {
  announcementProposals,
  countAddressed,
  endAnnouncement,
  isInstrument,
  listAnnouncements,
  proposeAnnouncement,
  readAnnouncement,
} from './announcements-store.ts'
import type { Announcement } from './announcements-store.ts'

/** The operations on announcements: one operator writes, another publishes, any of them calls back. */
export function announcementOperatorRoutes({
  pool,
  nowMs,
}: {
  readonly pool: Database
  readonly nowMs: () => number
}): Route[] {
  const proposals = createProposals(pool, announcementProposals, (proposal): AnnouncementProposalView => proposal)
  return [
    route(operatorAnnouncements, async (wanted) => {
      const page = await pageById(wanted, {
        read: (beforeId, limit) => listAnnouncements(pool, beforeId, limit),
        idOf: ({ id }) => id,
        viewOf,
      })
      return ok(page)
    }),
    route(operatorAnnouncementProposals.list, proposals.handlers.list),
    route(operatorAnnouncementReach, async ({ audience }) =>
      ok({ customers: await countAddressed(pool, audience, mostCountedCustomers) }),
    ),
    route(operatorAnnouncementProposals.propose, async ({ note, linkPage, linkSymbol, ...form }, { operator }) => {
      const { fromMs = null, untilMs = null, workFromMs = null, workUntilMs = null, withEnglish = false } = form
      const times = { fromMs, untilMs, workFromMs, workUntilMs }
      const link = linkPage === undefined ? null : { page: linkPage, symbol: linkSymbol ?? null }
      const { announced, errors } = checkedAnnouncement({ ...form, ...times, link, withEnglish }, nowMs())
      if (errors !== null) return refuse('invalid', errors)
      if (linkSymbol !== undefined && !(await isInstrument(pool, linkSymbol)))
        return refuse('invalid', { linkSymbol: 'unknown-value' })
      return ok(await proposals.read(await proposeAnnouncement(pool, operator.secret, { ...announced, note })))
    }),
    route(operatorAnnouncementProposals.confirm, proposals.handlers.confirm),
    route(operatorAnnouncementProposals.reject, proposals.handlers.reject),
    route(operatorAnnouncementEnd, async ({ id, note }, { operator }) =>
      (await endAnnouncement(pool, operator.secret, { id: BigInt(id), note }))
        ? ok(viewOf(await readAnnouncement(pool, BigInt(id))))
        : refuse('not-found'),
    ),
  ]
}

function viewOf({ id, createdBy, publishedBy, endedBy, ...rest }: Announcement): AnnouncementView {
  return {
    ...rest,
    id: String(id),
    createdBy: nameOf(createdBy),
    publishedBy: publishedBy === null ? null : nameOf(publishedBy),
    endedBy: endedBy === null ? null : nameOf(endedBy),
  }
}

function nameOf({ operatorId, name }: Announcement['createdBy']): AnnouncementView['createdBy'] {
  return { operatorId: String(operatorId), name }
}
