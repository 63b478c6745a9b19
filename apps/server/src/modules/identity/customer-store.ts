import { languageOf } from '@candor/api'
import type { Language } from '@candor/api'
import type { Pool, PoolClient } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import type { Principal } from '../../platform/principal.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import { newInviteCode, newPublicId } from './identity.ts'
import type { Contact } from './identity.ts'
import type { CustomerNames } from './shared-names.ts'

/** A customer as stored, without fields of other modules. */
export interface Customer {
  readonly customerId: bigint
  readonly publicId: string
  readonly mobile: string | null
  readonly email: string | null
  readonly passwordHash: string
  readonly inviteCode: string
  readonly isEnabled: boolean
  /** The customer closed the account for good. It is not enabled either. */
  readonly isClosed: boolean
  readonly kycState: Principal['kycState']
  /** The language of mails. */
  readonly lang: Language
  readonly createdMs: number
  readonly passwordChangedMs: number | null
  /** Hash of the picture's bytes, in hexadecimal; null without a picture. */
  readonly avatarHash: string | null
}

/** A customer about to be stored. */
export interface NewCustomer extends Contact {
  /** What the names that all cells share have reserved; null where account number and code are found on the way. */
  readonly names: CustomerNames | null
  readonly passwordHash: string
  readonly invitedBy: bigint | null
  readonly lang: Language
  readonly createdMs: number
}

type CustomerRow = Pick<
  identity.CustomerRow,
  | 'customer_id'
  | 'public_id'
  | 'mobile'
  | 'email'
  | 'password_hash'
  | 'invite_code'
  | 'state'
  | 'kyc_state'
  | 'lang'
  | 'created_ms'
  | 'password_changed_ms'
> & { readonly avatar_hash: string | null }

const columns = `customer_id, public_id, mobile, email, password_hash, invite_code, state, kyc_state, lang, created_ms, password_changed_ms,
  (select encode(a.photo_hash, 'hex') from identity.avatar as a
    where a.customer_id = customer.customer_id) as avatar_hash`

function customerOf(row: CustomerRow): Customer {
  return {
    customerId: row.customer_id,
    publicId: row.public_id,
    mobile: row.mobile,
    email: row.email,
    passwordHash: row.password_hash,
    inviteCode: row.invite_code,
    isEnabled: row.state === 1,
    isClosed: row.state === 2,
    kycState: row.kyc_state,
    lang: languageOf(row.lang),
    createdMs: Number(row.created_ms),
    passwordChangedMs: numberOrNull(row.password_changed_ms),
    avatarHash: row.avatar_hash,
  }
}

export async function findCustomer(client: Pool | PoolClient, customerId: bigint): Promise<Customer | null> {
  const { rows } = await client.query<CustomerRow>(`select ${columns} from identity.customer where customer_id = $1`, [
    customerId,
  ])
  return rows[0] === undefined ? null : customerOf(rows[0])
}

export async function findCustomerByContact(
  client: Pool | PoolClient,
  { mobile, email }: Contact,
): Promise<Customer | null> {
  const { rows } = await client.query<CustomerRow>(
    `select ${columns} from identity.customer where mobile = $1 or email = $2`,
    [mobile, email],
  )
  return rows[0] === undefined ? null : customerOf(rows[0])
}

/** Finds a customer by mobile number, e-mail or account number. */
export async function findCustomerByAccount(pool: Pool, account: string): Promise<Customer | null> {
  const { rows } = await pool.query<CustomerRow>(
    `select ${columns} from identity.customer where mobile = $1 or email = $2 or public_id = $1`,
    [account.replaceAll(' ', ''), account.toLowerCase()],
  )
  const [found] = rows
  // A mobile number and an account number never have as many digits.
  return found === undefined ? null : customerOf(found)
}

/** Attempts to draw an unused random number. Even with 10 million customers a sixth draw is needed once in 10⁵. */
const draws = 6

/**
 * Stores a customer, without reserved names under a free account number. Null where the mobile number or e-mail has an
 * account already.
 */
export async function insertCustomer(client: PoolClient, customer: NewCustomer): Promise<Customer | null> {
  const { names } = customer
  for (let draw = 0; draw < (names === null ? draws : 1); draw += 1) {
    const drawn = names ?? { customerId: null, publicId: newPublicId(), inviteCode: newInviteCode() }
    const stored = await insertOnce(client, customer, drawn)
    if (stored !== null) return stored
    if ((await findCustomerByContact(client, customer)) !== null) return null
  }
  throw new Error('no free account number was found')
}

/** Stores a customer under a number, the next one if null. Returns null where a name or the number is taken. */
async function insertOnce(
  client: PoolClient,
  customer: NewCustomer,
  { customerId, publicId, inviteCode }: Omit<CustomerNames, 'customerId'> & { readonly customerId: bigint | null },
): Promise<Customer | null> {
  const isGiven = customerId !== null
  const { rows } = await client.query<CustomerRow>(
    `insert into identity.customer (public_id, invite_code, mobile, email, password_hash, invited_by, lang,
       created_ms${isGiven ? ', customer_id' : ''}) ${isGiven ? 'overriding system value' : ''}
     values ($1, $2, $3, $4, $5, $6, $7, $8${isGiven ? ', $9' : ''}) on conflict do nothing returning ${columns}`,
    [
      publicId,
      inviteCode,
      customer.mobile,
      customer.email,
      customer.passwordHash,
      customer.invitedBy,
      customer.lang,
      customer.createdMs,
      ...(isGiven ? [customerId] : []),
    ],
  )
  return rows[0] === undefined ? null : customerOf(rows[0])
}

/**
 * The inviter of a code: a customer, or none for a code of the house. Null when the code does not exist or its customer
 * is disabled.
 */
export async function findInvitation(pool: Pool, code: string): Promise<{ invitedBy: bigint | null } | null> {
  const { rows } = await pool.query<{ invited_by: bigint | null }>(
    `select null::bigint as invited_by from identity.root_invitation where code = $1
     union all select null from identity.open_codes() where code = $1
     union all select customer_id from identity.customer where invite_code = $1 and state = 1 limit 1`,
    [code],
  )
  return rows[0] === undefined ? null : { invitedBy: rows[0].invited_by }
}

/**
 * Sets the root invitation code, or keeps the existing one when `code` is only a proposal. Returns the code in force.
 */
export async function putRootInvitation(pool: Pool, code: string, isProposal: boolean): Promise<string> {
  const { rows } = await pool.query<Pick<identity.RootInvitationRow, 'code'>>(
    `insert into identity.root_invitation (code) values ($1)
     on conflict (singleton) do update set code = case when $2 then root_invitation.code else excluded.code end
       returning code`,
    [code, isProposal],
  )
  return rows[0]?.code ?? code
}

/** An operator's request to disable or enable an account. `reason` is kept in the audit. */
export interface StateChange {
  /** The secret of the operator's session, which the database verifies. */
  readonly secret: string
  readonly customerId: bigint
  readonly isEnabled: boolean
  readonly reason: string
}

/** False for an unknown customer. Throws CO001, CO002, or CO004 when the state is unchanged. */
export async function changeCustomerState(
  pool: Pool,
  { secret, customerId, isEnabled, reason }: StateChange,
): Promise<boolean> {
  return callRoutine<boolean>(pool, 'identity.set_customer_enabled', secret, customerId, isEnabled, reason)
}

/** Searches customers, newest first. */
export async function searchCustomers(pool: Pool, text: string, limit: number): Promise<Customer[]> {
  const { rows } = await pool.query<CustomerRow>(
    `select ${columns} from identity.customer
     where public_id = $1 or customer_id::text = $1 or email like $2 or (length($1) >= 4 and mobile like $3)
     order by customer_id desc limit $4`,
    [text, `${likeText(text.toLowerCase())}%`, `%${likeText(text)}`, limit],
  )
  return rows.map(customerOf)
}

/** Customers by their numbers, in the order of these; unknown ones are left out. */
export async function findCustomers(pool: Pool, customerIds: readonly bigint[]): Promise<Customer[]> {
  const { rows } = await pool.query<CustomerRow>(
    `select ${columns} from identity.customer where customer_id = any($1::bigint[])
     order by array_position($1::bigint[], customer_id)`,
    [customerIds],
  )
  return rows.map(customerOf)
}

/** The last registered customers, newest first. */
export async function newestCustomers(pool: Pool, limit: number): Promise<Customer[]> {
  const { rows } = await pool.query<CustomerRow>(
    `select ${columns} from identity.customer order by customer_id desc limit $1`,
    [limit],
  )
  return rows.map(customerOf)
}

/** Escapes a text for LIKE. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * Locks the password until the transaction ends. False when it is no longer `passwordHash`, or the account is no longer
 * enabled: a check from before must not permit anything.
 */
export async function holdPassword(client: PoolClient, customerId: bigint, passwordHash: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from identity.customer where customer_id = $1 and password_hash = $2 and state = 1 for share',
    [customerId, passwordHash],
  )
  return rowCount === 1
}

/**
 * Replaces a password. `fromHash` is the hash that the caller knows, or null for callers who need not know it. False
 * when it has changed meanwhile.
 */
export async function replacePassword(
  client: PoolClient,
  customerId: bigint,
  change: { readonly fromHash: string | null; readonly toHash: string; readonly changedMs: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update identity.customer set password_hash = $3, password_changed_ms = $4
     where customer_id = $1 and password_hash = coalesce($2, password_hash)`,
    [customerId, change.fromHash, change.toHash, change.changedMs],
  )
  return rowCount === 1
}

/** The outcome of a contact change: done, used by another account, or changed since the caller read it. */
export type ContactChange = 'changed' | 'taken' | 'outdated'

/** Replaces the e-mail `from` (lower case). */
export async function replaceEmail(
  client: PoolClient,
  customerId: bigint,
  change: { from: string | null; to: string },
): Promise<ContactChange> {
  const { rowCount } = await client.query(
    `update identity.customer set email = $3 where customer_id = $1 and email is not distinct from $2
     and not exists (select from identity.customer where email = $3)`,
    [customerId, change.from, change.to],
  )
  if (rowCount === 1) return 'changed'
  return (await findCustomerByContact(client, { mobile: null, email: change.to })) === null ? 'outdated' : 'taken'
}

/** Replaces the mobile number, or removes it (null) when there is an e-mail. */
export async function replaceMobile(
  client: PoolClient,
  customerId: bigint,
  mobile: string | null,
): Promise<ContactChange> {
  const { rowCount } = await client.query(
    `update identity.customer set mobile = $2 where customer_id = $1 and ($2::text is not null or email is not null)
     and not exists (select from identity.customer where mobile = $2)`,
    [customerId, mobile],
  )
  if (rowCount === 1) return 'changed'
  return mobile === null ? 'outdated' : 'taken'
}
