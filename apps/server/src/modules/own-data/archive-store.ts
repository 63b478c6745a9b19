import { languageOf } from '@candor/api'
import type { Language } from '@candor/api'
import type { Pool, PoolClient } from 'pg'
import type * as ownData from '../../../database/rows/own-data.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { callRoutine, routine } from '../../platform/postgres/routine.ts'
import type { VaultMeta } from '../../platform/vault/index.ts'

/** The vault's metadata of copies. */
export const archiveMeta = { kind: 'own-data' } as const satisfies VaultMeta

/** A copy that a customer asked for. */
export interface Archive {
  readonly archiveId: bigint
  readonly customerId: bigint
  readonly lang: Language
  readonly objectId: string
  readonly requestedMs: number
  readonly readyMs: number | null
  readonly byteCount: number | null
  readonly isDestroyed: boolean
}

/** Asks for a copy. Null where the customer did so within the last day. */
export async function requestArchive(
  client: PoolClient,
  wanted: { readonly customerId: bigint; readonly objectId: string; readonly lang: Language },
): Promise<bigint | null> {
  return callRoutine<bigint | null>(client, 'own_data.request_archive', wanted.customerId, wanted.objectId, wanted.lang)
}

/** A copy by its id, or null. */
export async function findArchive(pool: Pool, archiveId: bigint): Promise<Archive | null> {
  const { rows } = await pool.query<ownData.ArchiveRow>('select * from own_data.archive where archive_id = $1', [
    archiveId,
  ])
  return rows[0] === undefined ? null : archiveOf(rows[0])
}

/** The newest copy of a customer, or null. */
export async function newestArchive(pool: Pool, customerId: bigint): Promise<Archive | null> {
  const { rows } = await pool.query<ownData.ArchiveRow>(
    'select * from own_data.archive where customer_id = $1 order by archive_id desc limit 1',
    [customerId],
  )
  return rows[0] === undefined ? null : archiveOf(rows[0])
}

function archiveOf(row: ownData.ArchiveRow): Archive {
  return {
    archiveId: row.archive_id,
    customerId: row.customer_id,
    lang: languageOf(row.lang),
    objectId: row.object_id,
    requestedMs: Number(row.requested_ms),
    readyMs: numberOrNull(row.ready_ms),
    byteCount: numberOrNull(row.byte_count),
    isDestroyed: row.destroyed_ms !== null,
  }
}

/** How long a copy is kept, and how long until a further one, in milliseconds. */
export async function readTerms(pool: Pool): Promise<{ readonly keptMs: number; readonly pauseMs: number }> {
  const { rows } = await pool.query<{ kept_ms: bigint; pause_ms: bigint }>(
    'select own_data.kept_ms() as kept_ms, own_data.pause_ms() as pause_ms',
  )
  const [row] = rows
  if (row === undefined) throw new Error('copies have no terms')
  return { keptMs: Number(row.kept_ms), pauseMs: Number(row.pause_ms) }
}

/** Records that a copy is stored. Returns its message; null where that is recorded, or the copy is destroyed. */
export const finishArchive = routine<[archiveId: bigint, byteCount: number], bigint | null>('own_data.finish_archive')

/** Copies that are no longer kept. */
export async function readArchivesToDestroy(
  pool: Pool,
  limit: number,
): Promise<{ readonly archiveId: bigint; readonly objectId: string }[]> {
  const { rows } = await pool.query<Known<ownData.ArchivesToDestroyResult>>(
    'select archive_id, object_id from own_data.archives_to_destroy($1)',
    [limit],
  )
  return rows.map((row) => ({ archiveId: row.archive_id, objectId: row.object_id }))
}

/** Records that the object of a copy is destroyed. */
export async function forgetArchive(pool: Pool, archiveId: bigint): Promise<void> {
  await pool.query('select own_data.forget_archive($1)', [archiveId])
}

/** Every copy that may lie in the vault, as the owner. */
export async function listArchiveObjects(owner: Pool): Promise<{ objectId: string; meta: VaultMeta }[]> {
  const { rows } = await owner.query<Pick<ownData.ArchiveRow, 'object_id'>>(
    'select object_id from own_data.archive where destroyed_ms is null',
  )
  return rows.map((row) => ({ objectId: row.object_id, meta: archiveMeta }))
}
