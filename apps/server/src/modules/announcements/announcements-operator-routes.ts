import { operatorAnnouncementCreate, operatorAnnouncementEnd, operatorAnnouncements } from '@candor/api/operator'
import type { AnnouncementView } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { endAnnouncement, insertAnnouncement, listAnnouncements, readAnnouncement } from './announcements-store.ts'
import type { Announcement } from './announcements-store.ts'

/** The operations on announcements. */
export function announcementOperatorRoutes({
  pool,
  nowMs,
}: {
  readonly pool: Database
  readonly nowMs: () => number
}): Route[] {
  return [
    route(operatorAnnouncements, async (wanted) => {
      const page = await pageById(wanted, {
        read: (beforeId, limit) => listAnnouncements(pool, beforeId, limit),
        idOf: ({ id }) => id,
        viewOf,
      })
      return ok(page)
    }),
    route(operatorAnnouncementCreate, async ({ texts, fromMs = null, ...form }, { operator }) => {
      const { workFromMs = null, workUntilMs = null } = form
      if ((workFromMs === null) !== (workUntilMs === null))
        return refuse('invalid', workFromMs === null ? { workFromMs: 'required' } : { workUntilMs: 'required' })
      if (workUntilMs !== null && workUntilMs <= Math.max(workFromMs ?? 0, nowMs()))
        return refuse('invalid', { workUntilMs: 'too-small' })
      // An announcement of planned work ends with the work.
      const untilMs = form.untilMs ?? workUntilMs
      if (untilMs !== null && untilMs <= Math.max(fromMs ?? 0, nowMs()))
        return refuse('invalid', { untilMs: 'too-small' })
      const id = await insertAnnouncement(pool, operator.secret, { texts, fromMs, untilMs, workFromMs, workUntilMs })
      return ok(viewOf(await readAnnouncement(pool, id)))
    }),
    route(operatorAnnouncementEnd, async ({ id }, { operator }) =>
      (await endAnnouncement(pool, operator.secret, BigInt(id)))
        ? ok(viewOf(await readAnnouncement(pool, BigInt(id))))
        : refuse('not-found'),
    ),
  ]
}

function viewOf({ id, createdBy, ...rest }: Announcement): AnnouncementView {
  return { ...rest, id: String(id), createdBy: { operatorId: String(createdBy.operatorId), name: createdBy.name } }
}
