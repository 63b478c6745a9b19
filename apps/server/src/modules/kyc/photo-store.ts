import type { Pool } from 'pg'
import type { KycSide } from '@candor/api'
import type * as kyc from '../../../database/rows/kyc.ts'
import type { Known } from '../../platform/postgres/columns.ts'

/** Registers objects before they are stored, so that none is orphaned in the vault. */
export async function reserveObjects(pool: Pool, objectIds: readonly string[]): Promise<void> {
  await pool.query(
    'insert into kyc.reserved_object (object_id, reserved_ms) select unnest($1::text[]), clock.now_ms()',
    [objectIds],
  )
}

export async function forgetReserved(pool: Pool, objectIds: readonly string[]): Promise<void> {
  await pool.query('delete from kyc.reserved_object where object_id = any($1::text[])', [objectIds])
}

/** Objects reserved so long ago that no submission can still use them. */
export async function readAbandoned(
  pool: Pool,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<string[]> {
  const { rows } = await pool.query<Pick<kyc.ReservedObjectRow, 'object_id'>>(
    'select object_id from kyc.reserved_object where reserved_ms < clock.now_ms() - $1::bigint limit $2',
    [olderThanMs, limit],
  )
  return rows.map((row) => row.object_id)
}

/** A photo past its retention. */
export interface DuePhoto {
  readonly submissionId: bigint
  readonly side: KycSide
  readonly objectId: string
}

export async function readDuePhotos(pool: Pool, limit: number): Promise<DuePhoto[]> {
  const { rows } = await pool.query<
    Known<kyc.PhotosDueResult, 'submission_id' | 'object_id'> & { readonly side: KycSide }
  >('select * from kyc.photos_due($1)', [limit])
  return rows.map((row) => ({ submissionId: row.submission_id, side: row.side, objectId: row.object_id }))
}

export async function markDestroyed(pool: Pool, { submissionId, side }: DuePhoto): Promise<void> {
  await pool.query('select kyc.photo_destroyed($1, $2)', [submissionId, side])
}

/** Every object that may lie in the vault, as the owner. */
export async function listPhotos(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<Pick<kyc.ReservedObjectRow, 'object_id'>>(
    'select object_id from kyc.photo where object_id is not null union select object_id from kyc.reserved_object',
  )
  return rows.map((row) => row.object_id)
}
