import { randomUUID } from 'node:crypto'
import pg from 'pg'

const maxBatch = 500

/**
 * The least that PostgreSQL can do for an order: the customers' accounts are locked, and each order is stored with one
 * line of a ledger and the balances of its batch. The rows are the product's, with one index a table, and without any
 * check, trigger, chain, terms or repeat of a request.
 */
export interface BareOrders {
  /** Places so many orders in batches of 500, one after the other. */
  place(count: number): Promise<void>
  close(): Promise<void>
}

/** Creates its tables in a schema of its own beside the product's, with so many customers. */
export async function openBareOrders(ownerUrl: string, customers: number): Promise<BareOrders> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(schema)
  await client.query(
    `insert into bare.account (account_id, owner_id, kind, asset, posted, held, version, is_frozen)
      select id, id, 'available', 1, 1000000000000, 0, 0, false from generate_series(0, $1::integer) as id`,
    [customers],
  )
  await client.query('vacuum analyze bare.account')
  let placed = 0
  return {
    async place(count) {
      const end = placed + count
      while (placed < end) {
        const size = Math.min(maxBatch, customers, end - placed)
        const from = placed
        const accounts = Array.from({ length: size }, (_, index) => 1 + ((from + index) % customers))
        const values = [from, accounts, accounts.map(() => randomUUID())]
        await client.query({ name: 'bare-place', text: 'select bare.place($1, $2, $3)', values })
        placed += size
      }
    },
    close: () => client.end(),
  }
}

const schema = `
  create schema bare;
  create table bare.account (like ledger.account, primary key (account_id)) with (fillfactor = 50);
  create table bare.placed (like contract.contract_order including defaults, primary key (order_id));
  create table bare.line (like ledger.entry, primary key (account_id, version));
  create function bare.place(p_from bigint, p_accounts bigint[], p_requests uuid[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  begin
    perform 1 from bare.account where account_id = any(p_accounts) order by account_id for no key update;
    with request as materialized (
      select p_from + nth as order_id, request.account_id, request_id, held, version
      from unnest(p_accounts, p_requests) with ordinality as request (account_id, request_id, nth)
      join bare.account on account.account_id = request.account_id
    ), placed as (
      insert into bare.placed (order_id, customer_id, request_id, account_id, stripe, asset, instrument_id, terms_id,
        duration_slots, direction, stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot,
        placed_seq)
      select order_id, account_id, request_id, account_id, 1, 1, 1, 1, 20, 'up', 1000000, 10000, 850000, 1, 1, 1, 2, 22,
        1 from request
    ), line as (
      insert into bare.line (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held, posted_after,
        held_after)
      select account_id, version + 1, 1, 1, 1, order_id, 'contract-placed', 1, 0, 1010000, 1000000000000, held + 1010000
      from request
    )
    update bare.account set held = account.held + change.held, version = account.version + 1
    from (
      select account_id, 1010000 as held from request
      union all select 0, 850000 * cardinality(p_accounts)
    ) as change
    where account.account_id = change.account_id;
  end
  $$`
