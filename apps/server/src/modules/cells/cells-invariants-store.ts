import type { Invariant } from '../ledger/index.ts'

/** Invariants of what is booked between cells. A start with one cell has none of it. */
export const cellInvariants: readonly Invariant[] = [
  {
    name: 'a clearing account has what was sent less what arrived',
    scope: 'everything',
    sql: `select null::smallint as stripe, format('asset %s: clearing has %s, sent less arrived are %s', a.asset,
      a.posted, s.amount - r.amount) as detail
      from ledger.balance as a
      cross join lateral (select coalesce(sum(case a.asset when 1 then usd else usdt end), 0) as amount
        from cell.sent) as s
      cross join lateral (select coalesce(sum(case a.asset when 1 then usd else usdt end), 0) as amount
        from cell.received) as r
      where exists (select from cell.self) and a.kind = 'clearing'
        and (a.posted <> s.amount - r.amount or a.held <> 0)`,
  },
  {
    name: 'every line between cells belongs to something sent, arrived or allotted, and each was booked once',
    scope: 'full-only',
    sql: `with told as (
        select reference as ref, usd_stripe as stripe, usd_seq as seq, 2 as lines from cell.sent
        union all select reference, usdt_stripe, usdt_seq, 2 from cell.sent
        union all select reference, usd_stripe, usd_seq, 2 from cell.received
        union all select reference, usdt_stripe, usdt_seq, 2 from cell.received
        union all select allotment_id, stripe, held_seq, 1 from cell.allotment
        union all select allotment_id, stripe, released_seq, 1 from cell.allotment
      ), booked as (
        select ref, stripe, seq, count(*) as lines from ledger.posting
        where exists (select from cell.self) and kind in ('cell-moved', 'sale-across') group by ref, stripe, seq
      )
      select coalesce(told.stripe, booked.stripe) as stripe, format('reference %s has %s lines of %s',
        coalesce(told.ref, booked.ref), coalesce(booked.lines, 0), coalesce(told.lines, 0)) as detail
      from (select * from told where seq is not null) as told full join booked using (ref, stripe, seq)
      where told.lines is distinct from booked.lines`,
  },
  {
    name: 'an allotment holds what it may still cost, and has bought what arrived',
    scope: 'full-only',
    sql: `select a.stripe, format('allotment %s bought %s of %s arrived, holds %s', a.allotment_id, a.bought, r.usdt,
      a.reserved) as detail
      from cell.allotment as a
      cross join lateral (select coalesce(sum(usdt), 0) as usdt from cell.received
        where kind = 'sale' and subject_id = a.allotment_id) as r
      where a.bought <> r.usdt`,
  },
]

/** The digests of batches between cells, of the rows `batch_new`: columns stripe, seq, bytes. */
export const cellDigests = `
  select b.stripe, b.seq, sha256(cell.sent_bytes(s)) as bytes from batch_new as b join cell.sent as s
    on (b.stripe, b.seq) in ((s.usd_stripe, s.usd_seq), (s.usdt_stripe, s.usdt_seq))
  where b.kind in ('cell-moved', 'sale-across')
  union all
  select b.stripe, b.seq, sha256(cell.received_bytes(r)) from batch_new as b join cell.received as r
    on (b.stripe, b.seq) in ((r.usd_stripe, r.usd_seq), (r.usdt_stripe, r.usdt_seq))
  where b.kind in ('cell-moved', 'sale-across')
  union all
  select b.stripe, b.seq, sha256(int8send(a.allotment_id)) from batch_new as b join cell.allotment as a
    on a.stripe = b.stripe and b.seq in (a.held_seq, a.released_seq)
  where b.kind = 'sale-across'`
