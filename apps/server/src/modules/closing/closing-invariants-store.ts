import type { Invariant } from '../ledger/index.ts'

/** Invariants of closed accounts. That the rows match their batches' hashes is checked with the other digests. */
export const closingInvariants: readonly Invariant[] = [
  {
    name: 'every balance that was given up went once, from its customer to the fees',
    scope: 'full-only',
    sql: `select coalesce(g.stripe, e.stripe) as stripe,
      format('customer %s gave up %s, %s of %s lines went to the fees', coalesce(g.customer_id, e.ref), g.amount, e.fees,
        coalesce(e.entries, 0)) as detail
      from closing.given_up as g
      full join (select e.ref, e.stripe, e.seq, sum(e.d_posted) filter (where a.kind = 'available') as posted,
          sum(e.d_posted) filter (where a.kind = 'fees') as fees,
          min(e.account_id) filter (where a.kind = 'available') as account_id, count(*) as entries,
          sum(abs(e.d_held)) as held
        from ledger.posting as e join ledger.balance as a using (account_id) where e.kind = 'given-up'
          group by e.ref, e.stripe, e.seq) as e
        on e.ref = g.customer_id and e.stripe = g.stripe and e.seq = g.seq
      where (-g.amount, g.amount, g.account_id, 2::bigint, 0::numeric)
        is distinct from (e.posted::bigint, e.fees::bigint, e.account_id, e.entries, e.held)`,
  },
  {
    name: 'closed accounts are frozen',
    scope: 'full-only',
    sql: `select null::smallint as stripe, format('account %s of customer %s', a.account_id, a.owner_id) as detail
      from closing.closed_account as c join ledger.balance as a on a.owner_id = c.customer_id
      where a.kind in ('available', 'invested', 'escrow') and not a.is_frozen`,
  },
]

/** The digests of batches that booked what was given up, of the rows `entry_new`: columns stripe, seq, bytes. */
export const givenUpDigests = `
  select e.stripe, e.seq, sha256(closing.given_up_bytes(g)) as bytes
  from entry_new as e join closing.given_up as g on g.account_id = e.account_id and g.seq = e.seq
  where e.kind = 'given-up'`
