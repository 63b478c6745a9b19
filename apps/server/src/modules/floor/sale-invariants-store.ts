import type { Invariant } from '../ledger/index.ts'

/** Invariants of the trading floor. That its rows match their batches' hashes is checked with the other digests. */
export const saleInvariants: readonly Invariant[] = [
  {
    name: 'the escrow balance is the sum of the sales in progress',
    scope: 'everything',
    sql: `select null::smallint as stripe, format('account %s has %s and holds %s, sales in progress are %s',
      a.account_id, a.posted, a.held,
        coalesce(s.quantity, 0)) as detail
      from ledger.balance as a
      left join (select escrow_account as account_id, sum(quantity) as quantity from floor.sale
        where state = 'in-progress' group by 1) as s
        using (account_id)
      where a.kind = 'escrow' and (a.posted <> coalesce(s.quantity, 0) or a.held <> 0)`,
  },
  {
    name: 'desks hold exactly what their open adverts and their sales in progress may cost',
    scope: 'everything',
    sql: `select null::smallint as stripe, format('account %s holds %s, adverts need %s, sales %s and other cells %s',
      a.account_id, a.held, open.reserved, waiting.total, allotted.reserved) as detail
      from ledger.balance as a
      cross join lateral (select coalesce(sum(reserved), 0) as reserved from floor.advert
        where merchant_id = a.owner_id and closed_ms is null and a.asset = 1) as open
      cross join lateral (select coalesce(sum(total), 0) as total from floor.sale
        where merchant_id = a.owner_id and state = 'in-progress' and a.asset = 1) as waiting
      cross join lateral (select coalesce(sum(reserved), 0) as reserved from cell.allotment
        where merchant_id = a.owner_id and a.asset = 1) as allotted
      where a.kind = 'merchant' and a.held <> open.reserved + waiting.total + allotted.reserved`,
  },
  {
    name: 'an advert has left what was not sold',
    scope: 'everything',
    sql: `select a.stripe, format('advert %s has %s of %s left, sold are %s', a.advert_id, a.remaining, a.total,
      sold.quantity) as detail
      from floor.advert as a
      cross join lateral (select coalesce(sum(quantity), 0) as quantity from floor.sale as s
        where s.advert_id = a.advert_id and s.state <> 'closed') as sold
      where a.closed_ms is null and a.remaining <> a.total - sold.quantity`,
  },
  {
    name: 'every advert was sold at its price and within its total',
    scope: 'full-only',
    sql: `select a.stripe, format('advert %s: %s of %s left, sold are %s, %s not at its terms', a.advert_id,
      a.remaining, a.total, coalesce(s.quantity, 0),
        coalesce(s.foreign_terms, 0)) as detail
      from floor.advert as a
      left join (
        select s.advert_id, sum(s.quantity) filter (where s.state <> 'closed') as quantity,
          count(*) filter (where (s.merchant_id, s.unit_price, s.is_auto)
            is distinct from (o.merchant_id, o.unit_price, o.is_auto) or s.quantity > o.maximum) as foreign_terms
        from floor.sale as s join floor.advert as o using (advert_id) group by s.advert_id
      ) as s using (advert_id)
      where a.remaining <> a.total - coalesce(s.quantity, 0) or coalesce(s.foreign_terms, 0) <> 0`,
  },
  {
    name: 'what was held for an advert is still held, was paid or is free again',
    scope: 'full-only',
    sql: `select a.stripe, format('advert %s: %s held in all, %s needed', a.advert_id, coalesce(e.held, 0),
      a.reserved + coalesce(s.needed, 0)) as detail
      from floor.advert as a
      left join (select ref as advert_id, account_id, sum(d_held) as held, bool_or(d_posted <> 0) as is_moved
        from ledger.posting
        where kind in ('advert-held', 'advert-released') group by ref, account_id) as e using (advert_id, account_id)
      left join (select advert_id, sum(total) filter (where state <> 'closed' or usd_seq is not null) as needed
        from floor.sale group by 1) as s
        using (advert_id)
      where coalesce(e.held, 0) <> a.reserved + coalesce(s.needed, 0) or coalesce(e.is_moved, false)`,
  },
  {
    name: 'every sale was booked once when it was asked for and once when it ended',
    scope: 'full-only',
    sql: `select s.usdt_stripe as stripe, format('sale %s is %s: %s of %s lines, of %s', s.sale_id, s.state,
      coalesce(booked.right_lines, 0), wanted.lines,
        coalesce(booked.lines, 0)) as detail
      from floor.sale as s
      cross join lateral (select case
        when s.is_auto then 2 when s.state = 'in-progress' then 2 when s.state = 'completed' then 6 when s.usd_seq is null then 4 else 5 end as lines) as wanted
      left join (
        select s.sale_id, count(*) as lines, count(*) filter (where case
            when e.kind = 'sale-escrowed' then not s.is_auto and (e.stripe, e.seq, e.d_held) = (s.usdt_stripe, s.asked_seq, 0)
              and (e.account_id, e.d_posted) in ((s.usdt_account, -s.quantity), (s.escrow_account, s.quantity))
            when e.kind = 'sale-completed' and e.stripe = s.usdt_stripe then e.seq = s.ended_seq and e.d_held = 0 and case
              when s.is_auto then (e.account_id, e.d_posted) = (s.usdt_account, -s.quantity)
              when a.kind = 'merchant' then (a.owner_id, e.d_posted) = (s.merchant_id, s.quantity)
              else (e.account_id, e.d_posted) = (s.escrow_account, -s.quantity) end
            when e.kind = 'sale-completed' then (e.stripe, e.seq) = (s.usd_stripe, s.usd_seq) and case
              when a.kind = 'merchant' then not s.is_auto and (a.owner_id, e.d_posted, e.d_held) = (s.merchant_id, -s.total, -s.total)
              else (e.account_id, e.d_posted, e.d_held) = (s.usd_account, s.total, 0) end
            when e.stripe = s.usdt_stripe then (e.seq, e.d_held) = (s.ended_seq, 0)
              and (e.account_id, e.d_posted) in ((s.usdt_account, s.quantity), (s.escrow_account, -s.quantity))
            else (e.stripe, e.seq, e.d_posted, e.d_held) = (s.usd_stripe, s.usd_seq, 0, -s.total) and (a.kind, a.owner_id) = ('merchant', s.merchant_id) end
          and (e.kind = 'sale-escrowed' or e.kind = case s.state when 'completed' then 'sale-completed' else 'sale-lapsed' end::ledger.movement)) as right_lines
        from ledger.posting as e join ledger.balance as a using (account_id) join floor.sale as s on s.sale_id = e.ref
        where e.kind in ('sale-escrowed', 'sale-completed', 'sale-lapsed') group by s.sale_id
      ) as booked using (sale_id)
      where (booked.right_lines, booked.lines) is distinct from (wanted.lines, wanted.lines)`,
  },
  {
    name: 'every line of the trading floor belongs to a sale or an advert',
    scope: 'full-only',
    sql: `select e.stripe, format('line %s/%s of sale %s', e.account_id, e.version,
      coalesce(e.ref::text, 'none')) as detail
      from ledger.posting as e join ledger.balance as a using (account_id)
        left join floor.sale as s on s.sale_id = e.ref
      -- The desk's line of a batch of automatic sales is all of them together.
      left join (
        select merchant_id, usd_stripe as stripe, usd_seq as seq, -sum(total) as d_posted, -sum(total) as d_held
          from floor.sale where is_auto group by 1, 2, 3
        union all
        select merchant_id, usdt_stripe, ended_seq, sum(quantity), 0 from floor.sale where is_auto group by 1, 2, 3
      ) as b on e.ref is null and a.kind = 'merchant' and (b.merchant_id, b.stripe, b.seq) = (a.owner_id, e.stripe, e.seq)
      where e.kind in ('sale-escrowed', 'sale-completed', 'sale-lapsed') and s.sale_id is null
        and (e.kind, e.d_posted, e.d_held) is distinct from ('sale-completed', b.d_posted, b.d_held)
      union all
      select e.stripe, format('line %s/%s of advert %s', e.account_id, e.version, coalesce(e.ref::text, 'none'))
      from ledger.posting as e left join floor.advert as a on a.advert_id = e.ref and a.account_id = e.account_id
      where e.kind in ('advert-held', 'advert-released') and a.advert_id is null`,
  },
  {
    name: 'what came in for a desk is what two operators agreed on, once',
    scope: 'full-only',
    sql: `select t.stripe, format('funding %s of %s for account %s, transfer %s from %s of %s for account %s',
      f.funding_id, f.amount, f.account_id,
        t.transfer_id, t.source, t.amount, t.account_id) as detail
      from (select * from floor.merchant_funding where state = 'booked') as f
      full join (select * from ledger.transfer where kind = 'desk-funded' and source like 'desk-funded:%') as t
        on t.transfer_id = f.transfer_id
      where ('desk-funded:' || f.funding_id, f.account_id, f.amount)
        is distinct from (t.source, t.account_id, t.amount)`,
  },
  {
    name: 'desks have what they were given, less what they paid, and what they bought',
    scope: 'full-only',
    sql: `select null::smallint as stripe, format('account %s of desk %s has %s, of funding and sales %s',
      a.account_id, a.owner_id, a.posted,
        given.amount + sold.amount + across.amount) as detail
      from ledger.balance as a
      cross join lateral (select coalesce(sum(amount), 0) as amount from ledger.transfer as t
        where t.account_id = a.account_id and t.kind = 'desk-funded') as given
      cross join lateral (select coalesce(sum(case a.asset when 1 then -s.total else s.quantity end), 0) as amount
        from floor.sale as s
        where s.merchant_id = a.owner_id and s.state = 'completed') as sold
      cross join lateral (select coalesce(sum(case a.asset when 1 then r.usd else r.usdt end), 0) as amount
        from cell.received as r join cell.allotment as l on l.allotment_id = r.subject_id
        where r.kind = 'sale' and l.merchant_id = a.owner_id) as across
      where a.kind = 'merchant' and a.posted <> given.amount + sold.amount + across.amount`,
  },
]

/** The digests of batches of sales and adverts, of the rows `entry_new`: columns stripe, seq, bytes. */
export const saleDigests = `
  select of.stripe, of.seq, sha256(string_agg(
    case when of.kind = 'sale-escrowed' then floor.sale_asked_bytes(s) else floor.sale_ended_bytes(s) end, ''::bytea
      order by s.sale_id)) as bytes
  from (select distinct stripe, seq, kind, ref from entry_new
    where kind in ('sale-escrowed', 'sale-completed', 'sale-lapsed')) as of
  join floor.sale as s on s.sale_id = of.ref group by of.stripe, of.seq
  union all
  select e.stripe, e.seq, sha256(floor.advert_bytes(a)) from entry_new as e
    join floor.advert as a on a.advert_id = e.ref
  where e.kind in ('advert-held', 'advert-released')`
