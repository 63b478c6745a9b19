import type { Pool } from 'pg'
import type * as support from '../../../database/rows/support.ts'

/** A photo as it was stored. */
export interface StoredImage {
  readonly imageId: string
  readonly objectId: string
  readonly digest: Buffer
  readonly widthPx: number
  readonly heightPx: number
}

/** The sender of a photo. */
export type ImageSender = { readonly customerId: bigint } | { readonly operatorId: bigint }

export async function insertImage(pool: Pool, sender: ImageSender, image: StoredImage): Promise<void> {
  await pool.query(
    `insert into support.image (image_id, customer_id, operator_id, object_id, digest, width_px, height_px, created_ms)
     values ($1, $2, $3, $4, $5, $6, $7, clock.now_ms())`,
    [
      image.imageId,
      'customerId' in sender ? sender.customerId : null,
      'operatorId' in sender ? sender.operatorId : null,
      image.objectId,
      image.digest,
      image.widthPx,
      image.heightPx,
    ],
  )
}

/** The object of a photo that a customer may see: of the own conversation, or just uploaded. */
export async function findImageOfCustomer(pool: Pool, customerId: bigint, imageId: string): Promise<string | null> {
  const { rows } = await pool.query<Pick<support.ImageRow, 'object_id'>>(
    `select i.object_id from support.image as i
     where i.image_id = $2 and (i.customer_id = $1 or exists (
       select from support.conversation as c where c.conversation_id = i.conversation_id and c.customer_id = $1))`,
    [customerId, imageId],
  )
  return rows[0]?.object_id ?? null
}

/** The object of a photo of a conversation, and whether a customer sent it. */
export async function findImageOfConversation(
  pool: Pool,
  conversationId: bigint,
  imageId: string,
): Promise<{ readonly objectId: string; readonly isCustomers: boolean } | null> {
  const { rows } = await pool.query<Pick<support.ImageRow, 'object_id'> & { readonly is_customers: boolean }>(
    'select object_id, customer_id is not null as is_customers from support.image where conversation_id = $1 and image_id = $2',
    [conversationId, imageId],
  )
  return rows[0] === undefined ? null : { objectId: rows[0].object_id, isCustomers: rows[0].is_customers }
}

/** The photo that an operator sent under a client id, with the digest of its bytes. */
export async function findAnsweredImage(
  pool: Pool,
  answer: { readonly conversationId: bigint; readonly operatorId: bigint; readonly clientId: string },
): Promise<{ readonly imageId: string; readonly digest: Buffer } | null> {
  const { rows } = await pool.query<Pick<support.ImageRow, 'image_id' | 'digest'>>(
    `select i.image_id, i.digest from support.message as m join support.image as i using (conversation_id, seq)
     where m.conversation_id = $1 and m.sender = 'agent' and m.operator_id = $2 and m.client_id = $3`,
    [answer.conversationId, answer.operatorId, answer.clientId],
  )
  return rows[0] === undefined ? null : { imageId: rows[0].image_id, digest: rows[0].digest }
}

/** How many photos of a customer wait to become part of a message. */
export async function countUnused(pool: Pool, customerId: bigint): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>(
    'select count(*) as count from support.image where customer_id = $1 and seq is null',
    [customerId],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Photos that became part of no message within the time. */
export async function readUnused(
  pool: Pool,
  { olderThanMs, limit }: { readonly olderThanMs: number; readonly limit: number },
): Promise<Pick<StoredImage, 'imageId' | 'objectId'>[]> {
  const { rows } = await pool.query<Pick<support.ImageRow, 'image_id' | 'object_id'>>(
    'select image_id, object_id from support.image where seq is null and created_ms < clock.now_ms() - $1::bigint order by created_ms limit $2',
    [olderThanMs, limit],
  )
  return rows.map((row) => ({ imageId: row.image_id, objectId: row.object_id }))
}

export async function forgetImage(pool: Pool, imageId: string): Promise<void> {
  await pool.query('select support.forget_image($1)', [imageId])
}

/** Every object that may lie in the vault, as the owner. */
export async function listImages(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<Pick<support.ImageRow, 'object_id'>>('select object_id from support.image')
  return rows.map((row) => row.object_id)
}
