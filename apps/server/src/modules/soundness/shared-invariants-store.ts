import { cellDigests } from '../cells/index.ts'
import { givenUpDigests } from '../closing/index.ts'
import { orderDigests } from '../contract/index.ts'
import { saleDigests } from '../floor/index.ts'
import { termDigests } from '../interest/index.ts'
import { rewardDigests } from '../invite/index.ts'
import { newBatches } from '../ledger/index.ts'
import type { Invariant } from '../ledger/index.ts'
import { swapDigests } from '../swap/index.ts'
import { withdrawalDigests } from '../withdrawal/index.ts'

/** What the rows of products should have been hashed to, per batch. */
const digests = [
  orderDigests,
  withdrawalDigests,
  termDigests,
  saleDigests,
  swapDigests,
  rewardDigests,
  givenUpDigests,
  cellDigests,
].join(' union all ')

/** Invariants over the rows of several products. */
export const sharedInvariants: readonly Invariant[] = [
  {
    name: 'customers hold exactly their open orders and withdrawals',
    scope: 'batches',
    sql: `${newBatches}
      select null::smallint as stripe, format('account %s holds %s, open orders and withdrawals need %s', a.account_id,
        a.held, o.needed + w.needed) as detail
      from account_touched join ledger.balance as a using (account_id)
      cross join lateral (select coalesce(sum(stake + fee), 0) as needed from contract.contract_order as o
        where o.customer_id = a.owner_id and o.account_id = a.account_id and o.state = 'open') as o
      cross join lateral (select coalesce(sum(amount), 0) as needed from withdrawal.withdrawal as w
        where w.account_id = a.account_id and w.state in ('under-review', 'approved', 'sent')) as w
      where a.kind = 'available' and a.held <> o.needed + w.needed`,
  },
  {
    name: 'orders, withdrawals and swaps are those that their batch hashed',
    scope: 'batches',
    sql: `${newBatches},
      digest as (${digests})
      select b.stripe, format('batch %s', b.seq) as detail
      from batch_new as b left join digest using (stripe, seq)
      where b.orders_digest <> coalesce(digest.bytes, ''::bytea)`,
  },
]
