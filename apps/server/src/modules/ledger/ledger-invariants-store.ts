import type { PoolClient } from 'pg'
import type * as ledger from '../../../database/rows/ledger.ts'
import type { Invariant } from './ledger-invariant.ts'

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

/** The rows that a query of scope `batches` begins with: new batches, their entries, and the accounts they touched. */
export const newBatches = `with mark as (select stripe, seq from unnest($1::smallint[], $2::bigint[]) as given (stripe, seq)),
  batch_new as (select link.* from ledger.link join mark using (stripe) where link.seq > mark.seq),
  entry_new as (select posting.* from ledger.posting join mark using (stripe) where posting.seq > mark.seq),
  account_touched as (select distinct account_id from entry_new)`

/** Invariants of the ledger alone. */
export const ledgerInvariants: readonly Invariant[] = [
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

/** What to check: with `since` only new batches and what they touched, otherwise everything. */
export interface Check {
  readonly invariants: readonly Invariant[]
  readonly since: CheckMarks | null
  /** Called after each invariant. */
  readonly onInvariant?: ((name: string, mismatches: readonly Mismatch[]) => void) | undefined
}

/**
 * Whether anything was booked since the marks. Where nothing was, no invariant of scope `batches` has a row to begin
 * with.
 */
async function isAnyBooked(client: PoolClient, scope: readonly unknown[]): Promise<boolean> {
  const { rows } = await client.query<{ is_any: boolean }>({
    name: 'any-booked',
    text: `${newBatches}
      select exists (select from ledger.stripe join mark using (stripe) where stripe.seq <> mark.seq)
        or exists (select from batch_new) or exists (select from entry_new) as is_any`,
    values: [...scope],
  })
  return rows[0]?.is_any === true
}

/**
 * An invariant's statement, whose mismatches are limited once all are found. For a bare limit PostgreSQL chooses a
 * plan that finds the first rows soon. Sound books have none, and such a plan then compares each order with every
 * entry: 10 s for 5,500 orders instead of 0.1.
 */
function statementOf(sql: string): string {
  return `with mismatch as materialized (${sql}) select stripe, detail from mismatch limit 20`
}

/**
 * Checks invariants over one snapshot. The client must not be in a transaction, and may still be in one after a throw.
 */
export async function checkInvariants(
  client: PoolClient,
  { invariants, since, onInvariant }: Check,
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
    // Planning all these queries takes longer than running them over nothing.
    const isQuiet = since !== null && !(await isAnyBooked(client, scope))
    for (const { name, sql, scope: kind } of invariants) {
      if (since !== null && kind === 'full-only') continue
      if (isQuiet && kind === 'batches') continue
      const query = {
        text: statementOf(sql),
        values: kind === 'batches' ? scope : [],
        query_timeout: invariantTimeoutMs,
      }
      const { rows } = await client.query<{ stripe: number | null; detail: string }>(query)
      const found = rows.map((row) => ({ invariant: name, stripe: row.stripe, detail: row.detail }))
      onInvariant?.(name, found)
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
