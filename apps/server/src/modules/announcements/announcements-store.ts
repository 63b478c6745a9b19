import type {
  AnnouncementAudience,
  AnnouncementLink,
  AnnouncementProposalView,
  AnnouncementView,
} from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as operator from '../../../database/rows/operator.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Joined, Known } from '../../platform/postgres/columns.ts'
import { operatorRoutine, routine } from '../../platform/postgres/routine.ts'
import type { ProposalKind } from '../operator/index.ts'

interface Announcer {
  readonly operatorId: bigint
  readonly name: string
}

/** An announcement as stored. */
export type Announcement = Omit<AnnouncementView, 'id' | 'createdBy' | 'publishedBy' | 'endedBy'> & {
  readonly id: bigint
  readonly createdBy: Announcer
  /** Null for announcements from before two operators were needed. */
  readonly publishedBy: Announcer | null
  readonly endedBy: Announcer | null
}

interface LinkRow {
  readonly link_page: AnnouncementLink['page'] | null
  readonly link_symbol: string | null
}

type AnnouncementRow = operator.AnnouncementRow &
  Known<Pick<operator.DirectoryRow, 'name'>> &
  Pick<AnnouncementView, 'kind' | 'audience' | 'titles' | 'texts'> &
  LinkRow & {
    readonly publisher: string | null
    readonly ender: string | null
  }

const select = `select a.*, author.name, publisher.name as publisher, ender.name as ender
  from operator.announcement as a join operator.directory as author on author.operator_id = a.created_by
    left join operator.directory as publisher on publisher.operator_id = a.published_by
    left join operator.directory as ender on ender.operator_id = a.ended_by`

function announcerOf(operatorId: bigint | null, name: string | null): Announcer | null {
  return operatorId === null || name === null ? null : { operatorId, name }
}

function linkOf({ link_page: page, link_symbol: symbol }: LinkRow): AnnouncementLink | null {
  return page === null ? null : { page, symbol }
}

function announcementOf(row: AnnouncementRow): Announcement {
  return {
    id: row.announcement_id,
    kind: row.kind,
    audience: row.audience,
    link: linkOf(row),
    titles: row.titles,
    texts: row.texts,
    fromMs: Number(row.from_ms),
    untilMs: numberOrNull(row.until_ms),
    createdBy: { operatorId: row.created_by, name: row.name },
    publishedBy: announcerOf(row.published_by, row.publisher),
    createdMs: Number(row.created_ms),
    endedMs: numberOrNull(row.ended_ms),
    endedBy: announcerOf(row.ended_by, row.ender),
    endedNote: row.ended_note,
    workFromMs: numberOrNull(row.work_from_ms),
    workUntilMs: numberOrNull(row.work_until_ms),
  }
}

/** Those that are shown now, the newest first. */
export async function readShown(pool: Pool, limit: number): Promise<Announcement[]> {
  const { rows } = await pool.query<AnnouncementRow>(
    `${select} where ended_ms is null and from_ms <= clock.now_ms() and (until_ms is null or until_ms > clock.now_ms())
     order by announcement_id desc limit $1`,
    [limit],
  )
  return rows.map(announcementOf)
}

/** Those of some announcements that address a customer. */
export async function addressedTo(pool: Pool, customerId: bigint, ids: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await pool.query<Known<Pick<operator.AnnouncementRow, 'announcement_id'>>>(
    'select announcement_id from inbox.announcements_of($1) where announcement_id = any($2)',
    [customerId, ids],
  )
  return new Set(rows.map(({ announcement_id: id }) => id))
}

/** How many customers an announcement from now on would address, at most `most`. */
export const countAddressed = routine<[audience: AnnouncementAudience, most: number], number>('inbox.reach_of')

/** Planned work that is not over, the next one first. */
export async function readPlannedWork(pool: Pool, limit: number): Promise<Announcement[]> {
  const { rows } = await pool.query<AnnouncementRow>(
    `${select} where ended_ms is null and work_until_ms > clock.now_ms() order by work_from_ms, announcement_id limit $1`,
    [limit],
  )
  return rows.map(announcementOf)
}

/** All of them below an id (null: from the newest), newest first. */
export async function listAnnouncements(pool: Pool, beforeId: bigint | null, limit: number): Promise<Announcement[]> {
  const { rows } = await pool.query<AnnouncementRow>(
    `${select} where announcement_id < coalesce($1::bigint, 9223372036854775807) order by announcement_id desc
      limit $2`,
    [beforeId, limit],
  )
  return rows.map(announcementOf)
}

/** Reads one announcement. Throws when the id does not exist. */
export async function readAnnouncement(pool: Pool, id: bigint): Promise<Announcement> {
  const { rows } = await pool.query<AnnouncementRow>(`${select} where announcement_id = $1`, [id])
  if (rows[0] === undefined) throw new Error(`no announcement ${id}`)
  return announcementOf(rows[0])
}

type ProposedDetails = Pick<
  AnnouncementProposalView,
  'kind' | 'audience' | 'link' | 'titles' | 'texts' | 'fromMs' | 'untilMs' | 'workFromMs' | 'workUntilMs'
>

type ProposalRow = Pick<ProposedDetails, 'kind' | 'audience' | 'titles' | 'texts'> &
  LinkRow &
  Joined<Pick<operator.AnnouncementProposalRow, 'from_ms' | 'until_ms' | 'work_from_ms' | 'work_until_ms'>>

/** Proposed announcements. Confirming publishes one. */
export const announcementProposals: ProposalKind<
  ProposalRow,
  ProposedDetails,
  AnnouncementProposalView['state'],
  'announcement-over'
> = {
  relation: 'operator.announcement_proposal',
  states: ['proposed', 'confirmed', 'rejected'],
  decide: 'operator.decide_announcement($1, $2, $3, $4)',
  refusals: ['announcement-over'],
  detailsOf: async (_pool, rows) =>
    rows.map(({ kind, audience, titles, texts, ...row }) => ({
      kind,
      audience,
      link: linkOf(row),
      titles,
      texts,
      fromMs: numberOrNull(row.from_ms),
      untilMs: numberOrNull(row.until_ms),
      workFromMs: numberOrNull(row.work_from_ms),
      workUntilMs: numberOrNull(row.work_until_ms),
    })),
}

/** Whether there is an instrument of a symbol. */
export async function isInstrument(pool: Pool, symbol: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from market.instrument where symbol = $1', [symbol])
  return rowCount === 1
}

/** Proposes an announcement for the session's operator. Returns the proposal's id. */
export const proposeAnnouncement = operatorRoutine<ProposedDetails & { readonly note: string }, bigint>(
  'operator.propose_announcement',
  (wanted) => [
    wanted.kind,
    wanted.audience,
    wanted.link?.page ?? null,
    wanted.link?.symbol ?? null,
    JSON.stringify(wanted.titles),
    JSON.stringify(wanted.texts),
    wanted.fromMs,
    wanted.untilMs,
    wanted.workFromMs,
    wanted.workUntilMs,
    wanted.note,
  ],
)

/**
 * Calls an announcement back for the session's operator. False when the id does not exist; throws CO004 when it has
 * already ended.
 */
export const endAnnouncement = operatorRoutine<{ readonly id: bigint; readonly note: string }, boolean>(
  'operator.end_announcement',
  ({ id, note }) => [id, note],
)
