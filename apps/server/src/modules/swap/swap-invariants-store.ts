import type { Invariant } from '../ledger/index.ts'

/** Invariants of swaps. That the rows match their batches' hashes is checked with the other digests. */
export const swapInvariants: readonly Invariant[] = [
  {
    name: 'every swap was booked once, with what its row says',
    scope: 'full-only',
    sql: `select null::smallint as stripe, format('swap %s: %s of %s legs, %s entries', s.swap_id,
      coalesce(booked.right_legs, 0), legs.count,
        coalesce(booked.entries, 0)) as detail
      from swap.swap as s
      cross join lateral (select 4 + (s.spread > 0)::integer as count) as legs
      left join (
        select s.swap_id, count(*) as entries, count(*) filter (where e.d_held = 0 and case a.kind
          when 'available' then a.owner_id = s.customer_id and (e.asset, e.stripe, e.seq, e.d_posted) in (
            (s.from_asset, s.from_stripe, s.from_seq, -s.gives), (3 - s.from_asset, s.to_stripe, s.to_seq, s.receives))
          when 'fx' then a.stripe = e.stripe and (e.asset, e.stripe, e.seq, e.d_posted) in (
            (s.from_asset, s.from_stripe, s.from_seq, s.gives - s.spread), (3 - s.from_asset, s.to_stripe, s.to_seq, -s.receives))
          when 'fees' then (e.asset, e.stripe, e.seq, e.d_posted) = (s.from_asset, s.from_stripe, s.from_seq, s.spread)
          else false end) as right_legs
        from ledger.posting as e join ledger.balance as a using (account_id) join swap.swap as s on s.swap_id = e.ref
        where e.kind = 'swap' group by s.swap_id
      ) as booked using (swap_id)
      where coalesce(booked.right_legs, 0) <> legs.count or coalesce(booked.entries, 0) <> legs.count`,
  },
  {
    name: 'every entry of a swap belongs to one',
    scope: 'full-only',
    sql: `select e.stripe, format('entry %s/%s of swap %s', e.account_id, e.version,
      coalesce(e.ref::text, 'none')) as detail
      from ledger.posting as e left join swap.swap as s on s.swap_id = e.ref where e.kind = 'swap'
        and s.swap_id is null`,
  },
  {
    name: 'what changes assets moves by funding, deposits and swaps alone',
    scope: 'full-only',
    sql: `select a.stripe, format('fx of stripe %s is %s, of funding, deposits and swaps %s', a.stripe, a.posted,
      coalesce(moved.posted, 0)) as detail
      from ledger.balance as a
      left join (
        select account_id, sum(posted) as posted from (
          select t.account_id, t.amount as posted from ledger.transfer as t where t.kind = 'house-funding'
          union all
          select e.account_id, e.d_posted from ledger.posting as e where e.kind = 'deposit'
          union all
          select f.account_id, s.gives - s.spread from swap.swap as s join ledger.balance as f on f.kind = 'fx'
            and f.stripe = s.from_stripe
          union all
          select f.account_id, -s.receives from swap.swap as s join ledger.balance as f on f.kind = 'fx'
            and f.stripe = s.to_stripe
        ) as part group by account_id
      ) as moved using (account_id)
      where a.kind = 'fx' and a.posted <> coalesce(moved.posted, 0)`,
  },
]

/** The digests of batches of swaps, of the rows `entry_new`: columns stripe, seq, bytes. */
export const swapDigests = `
  select e.stripe, e.seq, sha256(swap.swap_bytes(s)) as bytes
  from entry_new as e join swap.swap as s on s.swap_id = e.ref
    join ledger.balance as a on a.account_id = e.account_id and a.kind = 'fx'
  where e.kind = 'swap'`
