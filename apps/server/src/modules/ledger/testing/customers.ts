import type { LedgerWorld } from './ledger-world.ts'

/** Registers a verified customer with the sandbox's opening balances. */
export async function addVerifiedCustomer(ledger: LedgerWorld): Promise<bigint> {
  // The id makes the other values unique, also for customers added at once.
  const { rows } = await ledger.owner.query<{ customer_id: bigint }>(
    `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, kyc_state, lang,
       created_ms)
     overriding system value
     select n, (10000000 + n)::text, 'customer' || n || '@example.com', '$argon2id$', 'A' || lpad(n::text, 5, '0'),
       'verified', 'en', 0
     from nextval(pg_get_serial_sequence('identity.customer', 'customer_id')) as n returning customer_id`,
  )
  const customerId = rows[0]?.customer_id
  if (customerId === undefined) throw new Error('no customer was stored')
  await ledger.openCustomer(customerId)
  return customerId
}
