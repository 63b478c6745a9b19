import type { Pool } from 'pg'
import { newToken, tokenHash } from '../apps/server/src/platform/token.ts'

/** A statement that opens many updates one row as often, and gets slower with each: a busy machine would time out. */
const customersAtOnce = 200

/** Opens the accounts of stored customers. */
export async function openAccounts(owner: Pool, customerIds: readonly bigint[]): Promise<void> {
  for (let opened = 0; opened < customerIds.length; opened += customersAtOnce)
    await owner.query('select ledger.open_customer(id) from unnest($1::bigint[]) as id', [
      customerIds.slice(opened, opened + customersAtOnce),
    ])
}

/** Stores verified customers with accounts and one session each, who agree to the texts. Returns their tokens. */
export async function addCustomers(owner: Pool, count: number, nowMs: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, newToken)
  await owner.query(
    `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
     select (10000000 + i)::text, 'bench' || i || '@example.com', '$argon2id$none', lpad(upper(to_hex(i)), 6, '0'),
       'verified', 'en', $2
     from generate_series(1, $1::integer) as i`,
    [count, nowMs],
  )
  await owner.query(
    `insert into identity.session (customer_id, token_hash, device, network, created_ms, last_used_ms)
     select customer_id, hash, 'bench', '127.0.0.1', $2, $2
     from (select customer_id, row_number() over (order by customer_id) as i from identity.customer) as customer
     join unnest($1::bytea[]) with ordinality as token (hash, i) using (i)`,
    [tokens.map(tokenHash), nowMs],
  )
  const { rows } = await owner.query<{ customer_id: bigint }>('select customer_id from identity.customer')
  await openAccounts(
    owner,
    rows.map(({ customer_id: id }) => id),
  )
  await owner.query(
    `select legal.agree(customer_id, (select array_agg(name || '.' || version) from legal.current), 'en')
     from identity.customer`,
  )
  await owner.query('vacuum analyze')
  return tokens
}
