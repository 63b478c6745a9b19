import type { Invariant } from '../ledger/index.ts'

/** Invariants of withdrawals. That the rows match their batches' hashes is checked with the other digests. */
export const withdrawalInvariants: readonly Invariant[] = [
  {
    name: 'every withdrawal was held once and ended once',
    scope: 'full-only',
    sql: `select w.stripe, format('withdrawal %s: %s held, %s ended', w.withdrawal_id,
      count(e.ref) filter (where e.kind = 'withdrawal-held'),
        count(e.ref) filter (where e.kind <> 'withdrawal-held')) as detail
      from withdrawal.withdrawal as w
      left join ledger.posting as e on e.ref = w.withdrawal_id and e.account_id = w.account_id
        and e.kind::text like 'withdrawal-%'
      group by w.withdrawal_id
      having count(*) filter (where e.kind = 'withdrawal-held' and e.seq = w.held_seq and e.d_posted = 0
        and e.d_held = w.amount) <> 1
        or count(*) filter (where e.seq = w.ended_seq and e.d_held = -w.amount
            and case when w.state = 'completed' then e.kind = 'withdrawal-completed' and e.d_posted = -w.amount
              else e.kind = 'withdrawal-released' and e.d_posted = 0 end)
          <> case when w.ended_seq is null then 0 else 1 end
        or count(*) <> case when w.ended_seq is null then 1 else 2 end`,
  },
  {
    name: 'completed withdrawals left custody and paid their fee',
    scope: 'full-only',
    sql: `select w.stripe, format('withdrawal %s: %s left custody, %s in fees', w.withdrawal_id, paid.out,
      paid.fee) as detail
      from withdrawal.withdrawal as w
      cross join lateral (select coalesce(sum(e.d_posted) filter (where a.kind = 'custody'), 0) as out,
          coalesce(sum(e.d_posted) filter (where a.kind = 'fees'), 0) as fee
        from ledger.posting as e join ledger.balance as a using (account_id)
        where e.stripe = w.stripe and e.seq = w.ended_seq and e.kind = 'withdrawal-completed') as paid
      where (paid.out, paid.fee) is distinct from
        (case when w.state = 'completed' then w.amount - w.fee else 0 end, case when w.state = 'completed' then w.fee else 0 end)`,
  },
]

/** The digests of batches that held or ended a withdrawal, of the rows `entry_new`: columns stripe, seq, bytes. */
export const withdrawalDigests = `
  select e.stripe, e.seq, sha256(case when e.kind = 'withdrawal-held' then withdrawal.withdrawal_asked_bytes(w)
    else withdrawal.withdrawal_ended_bytes(w) end) as bytes
  from entry_new as e join withdrawal.withdrawal as w on w.withdrawal_id = e.ref and w.account_id = e.account_id
  where e.kind in ('withdrawal-held', 'withdrawal-released', 'withdrawal-completed')`
