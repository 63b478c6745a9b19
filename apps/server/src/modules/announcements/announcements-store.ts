import type { AnnouncementTexts } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as operator from '../../../database/rows/operator.ts'
import { onlyRow } from '../../platform/only-row.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'

/** An announcement as stored. */
export interface Announcement {
  readonly id: bigint
  readonly texts: AnnouncementTexts
  readonly fromMs: number
  readonly untilMs: number | null
  readonly createdBy: { readonly operatorId: bigint; readonly name: string }
  readonly createdMs: number
  readonly endedMs: number | null
  /** When the announced work begins and ends; both null for an announcement of other things. */
  readonly workFromMs: number | null
  readonly workUntilMs: number | null
}

type AnnouncementRow = operator.AnnouncementRow &
  Known<Pick<operator.DirectoryRow, 'name'>> & { readonly texts: AnnouncementTexts }

const select = `select announcement_id, texts, from_ms, until_ms, created_by, name, created_ms, ended_ms,
    work_from_ms, work_until_ms
  from operator.announcement join operator.directory on operator_id = created_by`

function announcementOf(row: AnnouncementRow): Announcement {
  return {
    id: row.announcement_id,
    texts: row.texts,
    fromMs: Number(row.from_ms),
    untilMs: numberOrNull(row.until_ms),
    createdBy: { operatorId: row.created_by, name: row.name },
    createdMs: Number(row.created_ms),
    endedMs: numberOrNull(row.ended_ms),
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

/** A new announcement. */
export interface NewAnnouncement {
  readonly texts: AnnouncementTexts
  readonly fromMs: number | null
  readonly untilMs: number | null
  readonly workFromMs: number | null
  readonly workUntilMs: number | null
}

/** Publishes an announcement for the session's operator. Returns the id. */
export async function insertAnnouncement(pool: Pool, secret: string, wanted: NewAnnouncement): Promise<bigint> {
  const { rows } = await pool.query<{ id: bigint }>('select operator.announce($1, $2, $3, $4, $5, $6) as id', [
    secret,
    JSON.stringify(wanted.texts),
    wanted.fromMs,
    wanted.untilMs,
    wanted.workFromMs,
    wanted.workUntilMs,
  ])
  return onlyRow(rows, 'operator.announce').id
}

/**
 * Ends an announcement for the session's operator. False when the id does not exist; throws CO004 when it has already
 * ended.
 */
export async function endAnnouncement(pool: Pool, secret: string, id: bigint): Promise<boolean> {
  const { rows } = await pool.query<{ ended: boolean }>('select operator.end_announcement($1, $2) as ended', [
    secret,
    id,
  ])
  return rows[0]?.ended === true
}
