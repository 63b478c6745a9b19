import type { LedgerWorld } from './ledger-world.ts'

/** Registers a verified customer with the sandbox's opening balances. */
export async function addVerifiedCustomer(ledger: LedgerWorld): Promise<bigint> {
  // Unique numbers, also for customers added at once.
  await ledger.owner.query('create sequence if not exists identity.added_customer')
  const { rows } = await ledger.owner.query<{ customer_id: bigint }>(
    `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
     select (10000000 + n)::text, 'customer' || n || '@example.com', '$argon2id$', 'A' || lpad(n::text, 5, '0'),
       'verified', 'en', 0
     from nextval('identity.added_customer') as n returning customer_id`,
  )
  const customerId = rows[0]?.customer_id
  if (customerId === undefined) throw new Error('no customer was stored')
  await ledger.openCustomer(customerId)
  return customerId
}
