import type { Invariant } from '../ledger/index.ts'

/** Invariants of corrections. */
export const correctionInvariants: readonly Invariant[] = [
  {
    name: 'every booked correction moved its amount once, between the house and its customer',
    scope: 'full-only',
    sql: `select coalesce(k.stripe, e.stripe) as stripe,
      format('correction %s is %s with %s, its customer got %s in %s entries', coalesce(k.correction_id, e.ref),
        coalesce(k.state, 'missing'), k.amount, e.posted, coalesce(e.entries, 0)) as detail
      from (select * from correction.correction where state = 'booked') as k
      full join (select e.ref, e.stripe, e.seq, sum(e.d_posted) filter (where a.kind = 'available') as posted,
          sum(e.d_posted) filter (where a.kind = 'bankroll') as house,
            min(e.account_id) filter (where a.kind = 'available') as account_id,
          count(*) as entries, sum(abs(e.d_held)) as held
        from ledger.posting as e join ledger.balance as a using (account_id) where e.kind = 'correction'
          group by e.ref, e.stripe, e.seq) as e
        on e.ref = k.correction_id and e.stripe = k.stripe and e.seq = k.seq
      where (k.amount, -k.amount, k.account_id, 2::bigint, 0::numeric)
        is distinct from (e.posted::bigint, e.house::bigint, e.account_id, e.entries, e.held)`,
  },
]
