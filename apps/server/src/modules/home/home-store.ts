import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import { assetOf } from '../ledger/index.ts'

/** What the settled contracts of one asset came to. */
export interface SettledSum {
  readonly asset: Asset
  readonly closed: number
  readonly netUnits: bigint
}

/** The settled contracts of a customer from an instant on (unix ms), per asset. */
export async function readSettledSince(pool: Pool, customerId: bigint, fromMs: number): Promise<SettledSum[]> {
  const { rows } = await pool.query<{ asset: number; closed: bigint; net: bigint }>(
    `select asset, count(*) as closed, sum(net)::bigint as net from ledger.contract_order
     where customer_id = $1 and state = 'closed' and settled_ms >= $2 group by asset order by asset`,
    [customerId, fromMs],
  )
  return rows.map((row) => ({ asset: assetOf(row.asset), closed: Number(row.closed), netUnits: row.net }))
}
