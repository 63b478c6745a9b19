import type { Pool } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'

/** Replaces a customer's picture. */
export async function putAvatar(
  pool: Pool,
  customerId: bigint,
  avatar: { readonly hash: Buffer; readonly photo: Buffer; readonly createdMs: number },
): Promise<void> {
  await pool.query(
    `insert into identity.avatar (customer_id, photo_hash, photo, created_ms) values ($1, $2, $3, $4)
     on conflict (customer_id) do update set photo_hash = excluded.photo_hash, photo = excluded.photo,
       created_ms = excluded.created_ms`,
    [customerId, avatar.hash, avatar.photo, avatar.createdMs],
  )
}

export async function deleteAvatar(pool: Pool, customerId: bigint): Promise<void> {
  await pool.query('delete from identity.avatar where customer_id = $1', [customerId])
}

/** The bytes of a picture by their hash (hexadecimal); null when no customer uses it. */
export async function findAvatar(pool: Pool, hash: string): Promise<Buffer | null> {
  const { rows } = await pool.query<Pick<identity.AvatarRow, 'photo'>>(
    "select photo from identity.avatar where photo_hash = decode($1, 'hex') limit 1",
    [hash],
  )
  return rows[0]?.photo ?? null
}
