import type { Invariant } from '../ledger/index.ts'

/** Invariants of interest orders. That the rows match their batches' hashes is checked with the other digests. */
export const termInvariants: readonly Invariant[] = [
  {
    name: 'what customers have in terms is what earns',
    scope: 'everything',
    sql: `select null::smallint as stripe, format('account %s has %s and holds %s, orders earn on %s', a.account_id,
      a.posted, a.held, coalesce(t.earning, 0)) as detail
      from ledger.balance as a
      left join (select invested_account_id as account_id, sum(amount) as earning from interest.interest_order
        where state = 'earning' group by 1) as t using (account_id)
      where a.kind = 'invested' and (a.posted <> coalesce(t.earning, 0) or a.held <> 0)`,
  },
  {
    name: 'the house holds exactly the interest of orders that earn',
    scope: 'everything',
    sql: `select a.stripe, format('account %s holds %s, orders are promised %s', a.account_id, a.held,
      coalesce(t.interest, 0)) as detail
      from ledger.balance as a
      left join (select stripe, sum(interest) as interest from interest.interest_order where state = 'earning'
        group by stripe) as t using (stripe)
      where a.kind = 'interest' and a.held <> coalesce(t.interest, 0)`,
  },
  {
    name: 'every interest order follows from its product',
    scope: 'full-only',
    sql: `select t.stripe, format('interest order %s: %s on %s', t.order_id, t.interest, t.amount) as detail
      from interest.interest_order as t left join interest.interest_product as p
        on (p.product_id, p.asset, p.duration_ms, p.daily_rate_ppm) = (t.product_id, t.asset, t.duration_ms, t.daily_rate_ppm)
      where p.product_id is null or t.amount not between p.minimum and p.maximum
        or t.expires_ms <> t.start_ms + p.duration_ms
        or t.interest <> interest.interest_of(t.amount, p.daily_rate_ppm, p.duration_ms)`,
  },
  {
    name: 'every interest order was booked once when it was opened and once when it ended',
    scope: 'full-only',
    sql: `select t.stripe, format('interest order %s is %s: %s lines', t.order_id, t.state, count(e.ref)) as detail
      from interest.interest_order as t
      left join ledger.posting as e on e.ref = t.order_id and e.account_id in (t.account_id, t.invested_account_id)
        and e.kind in ('term-opened', 'term-matured', 'term-redeemed', 'interest-paid')
      cross join lateral (select e.account_id = t.account_id as is_available, case e.account_id
        when t.account_id then 1 else -1 end * t.amount as back) as side
      group by t.order_id
      having count(*) filter (where e.kind = 'term-opened' and e.seq = t.opened_seq and e.stripe = t.stripe
        and e.d_posted = -side.back and e.d_held = 0) <> 2
        or count(*) filter (where e.kind::text = 'term-' || t.state and e.seq = t.ended_seq and e.stripe = t.stripe
          and e.d_posted = side.back and e.d_held = 0)
          <> case when t.state = 'earning' then 0 else 2 end
        or count(*) filter (where e.kind = 'interest-paid' and e.seq = t.ended_seq and side.is_available
          and e.d_posted = t.interest and e.d_held = 0)
          <> case when t.state = 'matured' then 1 else 0 end
        or count(e.ref) <> case t.state when 'earning' then 2 when 'redeemed' then 4 else 5 end`,
  },
]

/**
 * The digests of batches that opened or ended interest orders among the rows `entry_new`: columns stripe, seq, bytes.
 */
export const termDigests = `
  select e.stripe, e.seq, sha256(string_agg(
    case when e.kind = 'term-opened' then interest.order_opened_bytes(t) else interest.order_ended_bytes(t) end,
      ''::bytea order by t.order_id)) as bytes
  from entry_new as e join interest.interest_order as t on t.order_id = e.ref and t.invested_account_id = e.account_id
  where e.kind in ('term-opened', 'term-matured', 'term-redeemed') group by e.stripe, e.seq`
