import type { PoolClient } from 'pg'
import type * as ledger from '../../../database/rows/ledger.ts'
import { closingInvariants, givenUpDigests } from './closing-invariants-store.ts'
import { correctionInvariants } from './correction-invariants-store.ts'
import { depositInvariants } from './deposit-invariants-store.ts'
import type { Invariant } from './ledger-invariant.ts'
import { saleDigests, saleInvariants } from './sale-invariants-store.ts'
import { rewardDigests, rewardInvariants } from './reward-invariants-store.ts'
import { swapInvariants } from './swap-invariants-store.ts'
import { termDigests, termInvariants } from './term-invariants-store.ts'

/** Where a check begins: per stripe the last batch that an earlier check has covered. A full check begins at zero. */
export type CheckMarks = ReadonlyMap<number, bigint>

/** One broken invariant: which, where, and how it differs. */
export interface Mismatch {
  readonly invariant: string
  readonly stripe: number | null
  readonly detail: string
}

/** Time limit of one invariant; far beyond the pool's usual limit. */
const invariantTimeoutMs = 1_800_000

/** New batches, and the accounts that they touched. */
const newBatches = `with mark as (select stripe, seq from unnest($1::smallint[], $2::bigint[]) as given (stripe, seq)),
  batch_new as (select link.* from ledger.link join mark using (stripe) where link.seq > mark.seq),
  entry_new as (select posting.* from ledger.posting join mark using (stripe) where posting.seq > mark.seq),
  account_touched as (select distinct account_id from entry_new)`

const invariants: readonly Invariant[] = [
  ...correctionInvariants,
  ...depositInvariants,
  ...termInvariants,
  ...swapInvariants,
  ...saleInvariants,
  ...rewardInvariants,
  ...closingInvariants,
  {
    name: 'posted money sums to zero per asset',
    scope: 'everything',
    sql: `select null::smallint as stripe, format('asset %s sums to %s', asset, sum(posted)) as detail
      from ledger.balance group by asset having sum(posted) <> 0`,
  },
  {
    name: 'every batch sums to zero and has all its entries',
    scope: 'batches',
    sql: `${newBatches}
      select b.stripe, format('batch %s: %s of %s entries, sum %s', b.seq, count(e.seq), b.entry_count,
        coalesce(sum(e.d_posted), 0)) as detail
      from batch_new as b left join entry_new as e on e.stripe = b.stripe and e.seq = b.seq
      group by b.stripe, b.seq, b.entry_count
      having count(e.seq) <> b.entry_count or coalesce(sum(e.d_posted), 0) <> 0`,
  },
  {
    name: 'every entry belongs to a batch',
    scope: 'batches',
    sql: `${newBatches}
      select e.stripe, format('entry %s/%s names batch %s', e.account_id, e.version, e.seq) as detail
      from entry_new as e left join batch_new as b on b.stripe = e.stripe and b.seq = e.seq where b.seq is null`,
  },
  {
    name: 'after-balances chain from entry to entry',
    scope: 'batches',
    sql: `${newBatches}
      select e.stripe, format('account %s version %s: %s/%s after %s/%s', e.account_id, e.version, e.posted_after,
        e.held_after,
        coalesce(p.posted_after, 0), coalesce(p.held_after, 0)) as detail
      from entry_new as e
      left join lateral (select posted_after, held_after, true as is_there from ledger.posting as p
        where p.account_id = e.account_id and p.version = e.version - 1) as p on true
      where (e.version > 1 and p.is_there is null)
        or e.posted_after <> coalesce(p.posted_after, 0) + e.d_posted
          or e.held_after <> coalesce(p.held_after, 0) + e.d_held`,
  },
  {
    name: 'every account stands where its last entry left it',
    scope: 'batches',
    sql: `${newBatches}
      select a.stripe, format('account %s: %s/%s version %s', a.account_id, a.posted, a.held, a.version) as detail
      from account_touched join ledger.balance as a using (account_id)
      left join lateral (select posted_after, held_after, version from ledger.posting as e
        where e.account_id = a.account_id
        order by version desc limit 1) as e on true
      where (a.posted, a.held, a.version) is distinct from (e.posted_after, e.held_after, e.version)`,
  },
  {
    name: 'every account equals the sum of its entries and counts them',
    scope: 'full-only',
    sql: `select a.stripe, format('account %s: %s/%s version %s, entries %s/%s count %s', a.account_id, a.posted,
      a.held, a.version,
        coalesce(e.posted, 0), coalesce(e.held, 0), coalesce(e.entries, 0)) as detail
      from ledger.balance as a
      left join (select account_id, sum(d_posted) as posted, sum(d_held) as held, count(*) as entries,
        min(asset) as low, max(asset) as high
        from ledger.posting group by account_id) as e using (account_id)
      where a.posted <> coalesce(e.posted, 0) or a.held <> coalesce(e.held, 0) or a.version <> coalesce(e.entries, 0)
        or coalesce(e.low, a.asset) <> a.asset or coalesce(e.high, a.asset) <> a.asset`,
  },
  {
    name: 'customers hold exactly their open orders and withdrawals',
    scope: 'batches',
    sql: `${newBatches}
      select null::smallint as stripe, format('account %s holds %s, open orders and withdrawals need %s', a.account_id,
        a.held, o.needed + w.needed) as detail
      from account_touched join ledger.balance as a using (account_id)
      cross join lateral (select coalesce(sum(stake + fee), 0) as needed from contract.contract_order as o
        where o.customer_id = a.owner_id and o.account_id = a.account_id and o.state = 'open') as o
      cross join lateral (select coalesce(sum(amount), 0) as needed from withdrawal.withdrawal as w
        where w.account_id = a.account_id and w.state in ('under-review', 'approved', 'sent')) as w
      where a.kind = 'available' and a.held <> o.needed + w.needed`,
  },
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
    name: 'the batches of a stripe are numbered without a gap and end at its head',
    scope: 'batches',
    sql: `${newBatches}
      select s.stripe, format('%s batches after %s, head at %s', count(b.seq), m.seq, s.seq) as detail
      from ledger.stripe as s join mark as m using (stripe) left join batch_new as b using (stripe)
      group by s.stripe, s.seq, s.head, m.seq
      having count(b.seq) <> s.seq - m.seq or coalesce(max(b.seq), m.seq) <> s.seq
        or (s.seq > m.seq and (array_agg(b.hash order by b.seq desc))[1] <> s.head)`,
  },
  {
    name: 'the hash chain is intact',
    scope: 'batches',
    sql: `${newBatches},
      body as (select stripe, seq, string_agg(ledger.entry_bytes(account_id, version, at_ms, ref, kind, asset,
        d_posted, d_held, posted_after, held_after), ''::bytea order by account_id, version) as bytes
        from entry_new group by stripe, seq)
      select b.stripe, format('batch %s', b.seq) as detail
      from batch_new as b left join body using (stripe, seq) left join ledger.link as p on p.stripe = b.stripe
        and p.seq = b.seq - 1
      where b.prev_hash <> coalesce(p.hash, decode(repeat('00', 32), 'hex'))
        or b.hash is distinct from ledger.batch_hash(b.prev_hash, b.stripe, b.seq, b.kind, b.orders_digest,
          body.bytes)`,
  },
  {
    name: 'orders, withdrawals and swaps are those that their batch hashed',
    scope: 'batches',
    sql: `${newBatches},
      digest as (
        select e.stripe, e.seq, sha256(string_agg(
          case when e.kind = 'contract-placed' then contract.placed_bytes(o) else contract.settled_bytes(o) end,
            ''::bytea order by o.order_id)) as bytes
        from entry_new as e join contract.contract_order as o on o.order_id = e.ref
        where e.kind in ('contract-placed', 'contract-won', 'contract-lost', 'contract-tie', 'contract-void')
          group by e.stripe, e.seq
        union all
        select e.stripe, e.seq, sha256(case when e.kind = 'withdrawal-held' then withdrawal.withdrawal_asked_bytes(w)
          else withdrawal.withdrawal_ended_bytes(w) end)
        from entry_new as e join withdrawal.withdrawal as w on w.withdrawal_id = e.ref and w.account_id = e.account_id
        where e.kind in ('withdrawal-held', 'withdrawal-released', 'withdrawal-completed')
        union all ${termDigests}
        union all ${saleDigests}
        union all
        select e.stripe, e.seq, sha256(swap.swap_bytes(s))
        from entry_new as e join swap.swap as s on s.swap_id = e.ref
          join ledger.balance as a on a.account_id = e.account_id and a.kind = 'fx'
        where e.kind = 'swap'
        union all ${rewardDigests}
        union all ${givenUpDigests})
      select b.stripe, format('batch %s', b.seq) as detail
      from batch_new as b left join digest using (stripe, seq)
      where b.orders_digest <> coalesce(digest.bytes, ''::bytea)`,
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
  {
    name: 'every transfer was booked once',
    scope: 'full-only',
    sql: `select t.stripe, format('transfer %s from %s', t.transfer_id, t.source) as detail
      from ledger.transfer as t
      left join ledger.posting as e on e.ref = t.transfer_id and e.account_id = t.account_id and e.kind = t.kind
        and e.stripe = t.stripe and e.seq = t.seq and e.d_posted = t.amount
      group by t.transfer_id having count(e.ref) <> 1`,
  },
]

/** A check's findings, and how far it came. */
export interface CheckOutcome {
  readonly mismatches: readonly Mismatch[]
  readonly marks: CheckMarks
}

/**
 * Checks the invariants over one snapshot: with `since` only new batches and what they touched, otherwise everything.
 * `onInvariant` is called after each one. The client must not be in a transaction, and may still be in one after a
 * throw.
 */
export async function checkInvariants(
  client: PoolClient,
  since: CheckMarks | null,
  onInvariant: (name: string, mismatches: readonly Mismatch[]) => void = () => undefined,
): Promise<CheckOutcome> {
  await client.query('begin transaction isolation level repeatable read, read only')
  try {
    // A full check of a large ledger takes longer than other statements may.
    await client.query('set local statement_timeout = 0')
    const { rows: stripes } = await client.query<Pick<ledger.StripeRow, 'stripe' | 'seq'>>(
      'select stripe, seq from ledger.stripe order by stripe',
    )
    const scope = [stripes.map((row) => row.stripe), stripes.map((row) => since?.get(row.stripe) ?? 0n)]
    const mismatches: Mismatch[] = []
    for (const { name, sql, scope: kind } of invariants) {
      if (since !== null && kind === 'full-only') continue
      const query = {
        text: `${sql} limit 20`,
        values: kind === 'batches' ? scope : [],
        query_timeout: invariantTimeoutMs,
      }
      const { rows } = await client.query<{ stripe: number | null; detail: string }>(query)
      const found = rows.map((row) => ({ invariant: name, stripe: row.stripe, detail: row.detail }))
      onInvariant(name, found)
      mismatches.push(...found)
    }
    await client.query('rollback')
    return { mismatches, marks: new Map(stripes.map((row) => [row.stripe, row.seq])) }
  } catch (error) {
    // Nothing was written: if the connection is gone, so is the transaction.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
