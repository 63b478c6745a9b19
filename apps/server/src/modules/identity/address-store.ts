import type { OwnAddress } from '@candor/api'
import type * as identity from '../../../database/rows/identity.ts'
import type { Database } from '../../platform/transaction.ts'

/** A customer's address, or null. */
export async function readAddress(database: Database, customerId: bigint): Promise<OwnAddress> {
  const { rows } = await database.query<Pick<identity.AddressRow, 'address' | 'lat' | 'lng'>>(
    'select address, lat, lng from identity.address where customer_id = $1',
    [customerId],
  )
  const [row] = rows
  if (row === undefined) return null
  const { address, lat, lng } = row
  return { text: address, point: lat === null || lng === null ? null : { lat, lng } }
}

/** Replaces the customer's address. */
export async function putAddress(
  database: Database,
  customerId: bigint,
  { text, point, changedMs }: NonNullable<OwnAddress> & { readonly changedMs: number },
): Promise<void> {
  await database.query(
    `insert into identity.address (customer_id, address, lat, lng, changed_ms) values ($1, $2, $3, $4, $5)
     on conflict (customer_id) do update
     set address = excluded.address, lat = excluded.lat, lng = excluded.lng, changed_ms = excluded.changed_ms`,
    [customerId, text, point?.lat ?? null, point?.lng ?? null, changedMs],
  )
}

export async function deleteAddress(database: Database, customerId: bigint): Promise<void> {
  await database.query('delete from identity.address where customer_id = $1', [customerId])
}
