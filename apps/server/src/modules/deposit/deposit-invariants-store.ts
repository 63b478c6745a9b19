import type { Invariant } from '../ledger/index.ts'

/** Invariants of deposits. */
export const depositInvariants: readonly Invariant[] = [
  {
    name: 'every deposit was credited once, with what its row says',
    scope: 'full-only',
    sql: `select null::smallint as stripe, format('deposit %s is %s with %s, booked %s in %s entries', d.deposit_id,
      d.state, d.credited,
        sum(e.d_posted), count(e.ref)) as detail
      from deposit.deposit as d join ledger.balance as a on a.owner_id = d.customer_id and a.kind = 'available'
        and a.asset = d.asset
      left join ledger.posting as e on e.account_id = a.account_id and e.ref = d.deposit_id and e.kind = 'deposit'
      group by d.deposit_id, d.state, d.credited
      having coalesce(sum(e.d_posted), 0) <> coalesce(d.credited, 0) or count(e.ref) <> case
        when d.credited is null then 0 else 1 end`,
  },
  {
    name: 'every deposit took out of custody what its transfer or voucher shows',
    scope: 'full-only',
    sql: `select null::smallint as stripe, format('deposit %s took %s of %s', d.deposit_id, coalesce(-b.taken, 0),
      coalesce(t.units, d.quantity)) as detail
      from deposit.deposit as d left join deposit.chain_transfer as t on t.transfer_id = d.transfer_id
      left join (select ref, sum(d_posted) as taken from ledger.posting join ledger.balance as a using (account_id)
        where a.kind = 'custody' and posting.kind = 'deposit' group by ref) as b on b.ref = d.deposit_id
      where d.credited is not null and coalesce(-b.taken, 0) <> coalesce(t.units, d.quantity)`,
  },
  {
    name: 'every credited transfer belongs to one completed deposit',
    scope: 'everything',
    sql: `select null::smallint as stripe, format('transfer %s is %s, its deposit %s', t.transfer_id, t.state,
      coalesce(d.state::text, 'is missing')) as detail
      from deposit.chain_transfer as t left join deposit.deposit as d on d.transfer_id = t.transfer_id
      where (t.state = 'credited') <> (coalesce(d.state, 'lapsed') = 'completed')`,
  },
  {
    name: 'suspense holds exactly what chains took back',
    scope: 'everything',
    sql: `select null::smallint as stripe, format('suspense of asset %s is %s, suspended are %s', asset, s.posted,
      coalesce(d.posted, 0)) as detail
      from (select asset, sum(posted) as posted from ledger.balance where kind = 'suspense' group by asset) as s
      left join (
        select asset, sum(posted) as posted from (
          select d.asset, d.suspended as posted from deposit.deposit as d where d.suspended is not null
          union all
          select 2, -t.units from deposit.deposit as d join deposit.chain_transfer as t
            on t.transfer_id = d.transfer_id where d.suspended is not null
        ) as part group by asset) as d using (asset)
      where s.posted <> coalesce(d.posted, 0)`,
  },
]
