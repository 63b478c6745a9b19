import type { Asset } from '@candor/money'
import type { Pool } from 'pg'

/** Gives a merchant USD, as the owner, once. */
export async function fundDesk(owner: Pool, deskId: string, units: bigint): Promise<void> {
  await owner.query(
    `select ledger.receive('desk-funding:' || $1::bigint, 'desk-funded',
      ledger.account_of($1::bigint, 'merchant', 1::smallint, null),
       ledger.stripe_of($1::bigint, 1::smallint), $2)`,
    [deskId, units],
  )
}

/** A merchant's money in each asset, in units. Throws when it has no accounts. */
export async function readDeskAccounts(
  pool: Pool,
  deskId: string,
): Promise<Record<Asset, { posted: bigint; held: bigint }>> {
  const { rows } = await pool.query<{ posted: bigint; held: bigint }>(
    `select posted, held from ledger.balance where kind = 'merchant' and owner_id = $1 order by asset`,
    [deskId],
  )
  const [USD, USDT] = rows
  if (USD === undefined || USDT === undefined) throw new Error('the desk has no accounts')
  return { USD, USDT }
}
