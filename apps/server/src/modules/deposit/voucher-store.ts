import type { Pool } from 'pg'
import type * as deposit from '../../../database/rows/deposit.ts'

/** Registers an object before it is stored in the vault. */
export async function reserveVoucher(pool: Pool, objectId: string): Promise<void> {
  await pool.query('insert into deposit.reserved_voucher (object_id, reserved_ms) values ($1, clock.now_ms())', [
    objectId,
  ])
}

export async function forgetReserved(pool: Pool, objectId: string): Promise<void> {
  await pool.query('delete from deposit.reserved_voucher where object_id = $1', [objectId])
}

/** Objects that were reserved so long ago, and whether a recharge names them. */
export async function readReserved(
  pool: Pool,
  { olderThanMs, limit }: { readonly olderThanMs: number; readonly limit: number },
): Promise<{ readonly objectId: string; readonly isNamed: boolean }[]> {
  const { rows } = await pool.query<Pick<deposit.ReservedVoucherRow, 'object_id'> & { readonly is_named: boolean }>(
    `select r.object_id, exists (select from deposit.deposit as d where d.voucher = r.object_id) as is_named
     from deposit.reserved_voucher as r where r.reserved_ms < clock.now_ms() - $1::bigint order by r.reserved_ms
       limit $2`,
    [olderThanMs, limit],
  )
  return rows.map((row) => ({ objectId: row.object_id, isNamed: row.is_named }))
}

/** Every object that may lie in the vault, as the owner. */
export async function listVouchers(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<Pick<deposit.ReservedVoucherRow, 'object_id'>>(
    `select voucher as object_id from deposit.deposit where voucher is not null
     union select object_id from deposit.reserved_voucher`,
  )
  return rows.map((row) => row.object_id)
}
