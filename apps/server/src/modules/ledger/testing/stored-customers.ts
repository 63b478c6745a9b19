import type { Pool } from 'pg'

/**
 * Stores customers of these ids, so that accounts can be opened for them. Those that a test has stored already stay as
 * they are.
 */
export async function storeCustomers(owner: Pool, ids: readonly bigint[]): Promise<void> {
  await owner.query(
    `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, kyc_state, lang,
       created_ms)
     overriding system value
     select n, (10000000 + n)::text, 'customer' || n || '@example.com', '$argon2id$',
       'A' || upper(lpad(to_hex(n), 5, '0')), 'verified', 'en', 0
     from unnest($1::bigint[]) as n on conflict (customer_id) do nothing`,
    [ids],
  )
}
