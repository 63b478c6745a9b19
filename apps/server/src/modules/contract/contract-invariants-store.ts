import type { Invariant } from '../ledger/index.ts'

/** Invariants of contracts. That the rows match their batches' hashes is checked with the other digests. */
export const contractInvariants: readonly Invariant[] = [
  {
    name: 'the house holds exactly the profits of open orders',
    scope: 'everything',
    sql: `select a.stripe, format('account %s holds %s, open profits are %s', a.account_id, a.held,
      coalesce(o.profit, 0)) as detail
      from ledger.balance as a
      left join (select stripe, sum(profit) as profit from contract.contract_order where state = 'open'
        group by stripe) as o using (stripe)
      where a.kind in ('bankroll', 'fees') and a.held <> case
        when a.kind = 'bankroll' then coalesce(o.profit, 0) else 0 end`,
  },
  {
    name: 'exposure equals the open payouts',
    scope: 'everything',
    sql: `select null::smallint as stripe, format('instrument %s asset %s: %s, open %s', instrument_id, asset,
      x.open_payout, o.profit) as detail
      from contract.exposure as x
      full join (select instrument_id, asset, sum(profit) as profit from contract.contract_order where state = 'open'
        group by instrument_id, asset) as o
        using (instrument_id, asset)
      where coalesce(x.open_payout, 0) <> coalesce(o.profit, 0)`,
  },
  {
    name: 'every order was booked once at acceptance and once at settlement',
    scope: 'full-only',
    sql: `select o.stripe, format('order %s: %s placed, %s settled', o.order_id,
      count(e.ref) filter (where e.kind = 'contract-placed'),
        count(e.ref) filter (where e.kind <> 'contract-placed')) as detail
      from contract.contract_order as o
      left join ledger.posting as e on e.ref = o.order_id and e.account_id = o.account_id
        and e.kind::text like 'contract-%'
      group by o.order_id, o.stripe, o.state, o.result, o.net, o.stake, o.fee, o.placed_seq, o.settled_seq
      having count(*) filter (where e.kind = 'contract-placed' and e.seq = o.placed_seq and e.d_posted = 0
        and e.d_held = o.stake + o.fee) <> 1
        or count(*) filter (where e.kind::text = 'contract-' || o.result and e.seq = o.settled_seq
          and e.d_posted = o.net and e.d_held = -(o.stake + o.fee))
          <> case when o.state = 'closed' then 1 else 0 end
        or count(*) <> case when o.state = 'closed' then 2 else 1 end`,
  },
]

/** The digests of batches that placed or settled orders, of the rows `entry_new`: columns stripe, seq, bytes. */
export const orderDigests = `
  select e.stripe, e.seq, sha256(string_agg(
    case when e.kind = 'contract-placed' then contract.placed_bytes(o) else contract.settled_bytes(o) end,
      ''::bytea order by o.order_id)) as bytes
  from entry_new as e join contract.contract_order as o on o.order_id = e.ref
  where e.kind in ('contract-placed', 'contract-won', 'contract-lost', 'contract-tie', 'contract-void')
    group by e.stripe, e.seq`
