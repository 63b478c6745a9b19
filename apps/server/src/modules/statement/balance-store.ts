import { amount } from '@candor/money'
import type { Pool } from 'pg'
import { assetOf } from '../ledger/index.ts'
import type { Balance } from './statement.ts'

/** Both balances of each customer, USD first: one walk over their accounts and one over their pending withdrawals. */
export async function readBalances(pool: Pool, customerIds: readonly bigint[]): Promise<Balance[]> {
  const { rows } = await pool.query<[bigint, number, bigint, bigint, bigint, bigint, bigint, bigint]>({
    name: 'ledger-read-balances',
    rowMode: 'array',
    text: `with own as materialized (
        select owner_id, asset, min(account_id) filter (where kind = 'available') as account_id,
          coalesce(sum(posted - held) filter (where kind = 'available'), 0)::bigint as available,
          coalesce(sum(held) filter (where kind = 'available'), 0)::bigint as held,
          coalesce(sum(posted) filter (where kind = 'escrow'), 0)::bigint as escrow,
          coalesce(sum(posted) filter (where kind = 'invested'), 0)::bigint as term,
          sum(version)::bigint as version
        from ledger.balance
        where owner_id = any($1::bigint[]) and owner_id > 0 and kind in ('available', 'escrow', 'invested')
        group by owner_id, asset
      ), pending as materialized (
        select account_id, sum(amount)::bigint as amount from withdrawal.withdrawal
        where state in ('under-review', 'approved', 'sent') and account_id = any(array(select account_id from own))
        group by account_id
      )
      select owner_id, asset, available, held, coalesce(amount, 0), escrow, term, version
      from own left join pending using (account_id) order by owner_id, asset`,
    values: [customerIds],
  })
  return rows.map(([customerId, code, available, held, withdrawing, escrow, term, version]) => {
    const asset = assetOf(code)
    return {
      customerId,
      asset,
      available: amount(asset, available),
      held: amount(asset, held),
      withdrawing: amount(asset, withdrawing),
      escrow: amount(asset, escrow),
      term: amount(asset, term),
      version,
    }
  })
}
