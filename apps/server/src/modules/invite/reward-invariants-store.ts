import { stripesPerAsset } from '../ledger/index.ts'
import type { Invariant } from '../ledger/index.ts'

/** Invariants of invitation rewards. That the rows match their batches' hashes is checked with the other digests. */
export const rewardInvariants: readonly Invariant[] = [
  {
    name: 'what is put aside for rewards covers those that are promised',
    scope: 'everything',
    sql: `select a.stripe, format('account %s has %s and holds %s, promised are %s', a.account_id, a.posted, a.held,
      r.promised) as detail
      from ledger.balance as a
      join (select stripe, sum(amount) as promised from invite.invite_reward where paid_ms is null
        group by stripe) as r using (stripe)
      where a.kind = 'reward' and a.posted - a.held < r.promised`,
  },
  {
    name: 'every reward follows from an invitation',
    scope: 'full-only',
    sql: `select r.stripe, format('reward for customer %s to %s', r.invited_id, r.inviter_id) as detail
      from invite.invite_reward as r left join identity.customer as c
        on (c.customer_id, c.invited_by) = (r.invited_id, r.inviter_id)
      where c.customer_id is null
        or r.stripe <> (r.asset - 1) * ${stripesPerAsset} + 1 + r.inviter_id % ${stripesPerAsset}`,
  },
  {
    name: 'every reward was booked once, and nothing else as one',
    scope: 'full-only',
    sql: `select coalesce(r.stripe, e.stripe) as stripe,
        format('reward for customer %s: %s lines', coalesce(r.invited_id, e.ref), count(e.ref)) as detail
      from invite.invite_reward as r
      full join (
        select e.* from ledger.posting as e join ledger.balance as a using (account_id)
        where e.kind = 'invite-reward' and a.kind <> 'reward'
      ) as e on e.ref = r.invited_id
      group by r.invited_id, e.ref, r.stripe, e.stripe, r.paid_ms
      having r.invited_id is null
        or count(*) filter (where e.stripe = r.stripe and e.seq = r.seq and e.d_posted = r.amount and e.d_held = 0
          and e.asset = r.asset
            and e.account_id = (select account_id from ledger.balance where owner_id = r.inviter_id
              and kind = 'available' and asset = r.asset))
          <> case when r.paid_ms is null then 0 else 1 end
        or count(e.ref) <> case when r.paid_ms is null then 0 else 1 end`,
  },
]

/** The digests of batches that paid rewards, of the rows `entry_new`: columns stripe, seq, bytes. */
export const rewardDigests = `
  select e.stripe, e.seq, sha256(string_agg(invite.invite_reward_bytes(r), ''::bytea order by r.invited_id)) as bytes
  from entry_new as e join invite.invite_reward as r on r.invited_id = e.ref and r.seq = e.seq
  where e.kind = 'invite-reward' group by e.stripe, e.seq`
