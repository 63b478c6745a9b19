import { operatorRoles } from '@candor/api/operator'
import type { OperatorRole } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as operator from '../../../database/rows/operator.ts'
import { deriveKey } from '../../platform/argon2.ts'
import { onlyRow } from '../../platform/only-row.ts'
import { callRoutine, routine } from '../../platform/postgres/routine.ts'
import { newSalt, operatorKeyCost } from './operator.ts'

/** A new account. Only the owner can create it. */
export interface NewAccount {
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly password: string
  readonly totpSecret: Buffer
  /** Seals the secret: `authenticatorKey` of the server's key. */
  readonly totpKey: Buffer
  /** The first login has to replace the password. */
  readonly isPasswordNew: boolean
  /** A reviewer of the sandbox. */
  readonly isSandbox?: boolean
}

/**
 * Creates an account as the owner, and returns its id. Throws when the name is taken, or for a reviewer outside a
 * sandbox.
 */
export async function addAccount(owner: Pool, account: NewAccount): Promise<bigint> {
  const { salt, key } = await saltedKey(account.password)
  const { rows } = await owner.query<{ operator_id: bigint }>(
    'select operator.add_account($1, $2::text[]::operator.role[], $3, sha256($4), $5, $6, $7, $8) as operator_id',
    [
      account.name,
      account.roles,
      salt,
      key,
      account.totpSecret,
      account.totpKey,
      account.isPasswordNew,
      account.isSandbox === true,
    ],
  )
  return onlyRow(rows, 'operator.add_account').operator_id
}

async function saltedKey(password: string) {
  const salt = newSalt()
  return { salt, key: await deriveKey(password, salt, operatorKeyCost) }
}

/** An account as the owner sees it. */
export interface Account {
  readonly operatorId: bigint
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly isSandbox: boolean
  readonly isDisabled: boolean
  /** The password that was handed over has not been replaced yet. */
  readonly isPasswordNew: boolean
}

/** Every account, the oldest first. */
export async function listAccounts(owner: Pool): Promise<Account[]> {
  const { rows } = await owner.query<
    Pick<operator.AccountRow, 'operator_id' | 'name' | 'is_sandbox' | 'is_password_new'> & {
      readonly roles: string[]
      readonly is_disabled: boolean
    }
  >(
    `select operator_id, name, roles::text[] as roles, is_sandbox, disabled_ms is not null as is_disabled,
      is_password_new
     from operator.account order by operator_id`,
  )
  return rows.map((row) => ({
    operatorId: row.operator_id,
    name: row.name,
    roles: operatorRoles.filter((role) => row.roles.includes(role)),
    isSandbox: row.is_sandbox,
    isDisabled: row.is_disabled,
    isPasswordNew: row.is_password_new,
  }))
}

/** Disables an account, which ends its sessions, or enables it again. False for an unknown name. */
export async function setAccountEnabled(owner: Pool, name: string, isEnabled: boolean): Promise<boolean> {
  return (await callRoutine<bigint | null>(owner, 'operator.set_enabled', name, isEnabled)) !== null
}

/**
 * Replaces a password, an authenticator or both, ends the sessions and lifts a lock. False where no person has that
 * name.
 */
export async function resetAccount(
  owner: Pool,
  name: string,
  {
    password,
    totp,
  }: { readonly password: string | null; readonly totp: Pick<NewAccount, 'totpSecret' | 'totpKey'> | null },
): Promise<boolean> {
  const next = password === null ? null : await saltedKey(password)
  const { rows } = await owner.query<{ id: bigint | null }>(
    'select operator.reset_account($1, $2, sha256($3), $4, $5) as id',
    [name, next?.salt ?? null, next?.key ?? null, totp?.totpSecret ?? null, totp?.totpKey ?? null],
  )
  return typeof rows[0]?.id === 'bigint'
}

/**
 * Seals the authenticators' secrets of accounts from before under a key, and again those under the former key. Returns
 * how many.
 */
export const sealAuthenticators = routine<[totpKey: Buffer, formerKey: Buffer | null], number>(
  'operator.seal_authenticators',
)

/** Permits a person to add a passkey within a day, with the code of this key. False where no person has that name. */
export async function allowPasskey(owner: Pool, name: string, key: Uint8Array): Promise<boolean> {
  return (await callRoutine<bigint | null>(owner, 'operator.allow_passkey', name, Buffer.from(key))) !== null
}

/** Removes a person's passkeys, and the code that would add one. False where no person has that name. */
export async function removePasskeys(owner: Pool, name: string): Promise<boolean> {
  return (await callRoutine<bigint | null>(owner, 'operator.remove_passkeys', name)) !== null
}

/** Whether an account's password is this one. */
export async function isPasswordOf(owner: Pool, { name, password }: Pick<NewAccount, 'name' | 'password'>) {
  const { rows } = await owner.query<Pick<operator.AccountRow, 'password_salt'>>(
    'select password_salt from operator.account where name = $1',
    [name],
  )
  const salt = onlyRow(rows, 'operator.account').password_salt
  const key = await deriveKey(password, salt, operatorKeyCost)
  const { rowCount } = await owner.query(
    'select from operator.account where name = $1 and password_check = sha256($2)',
    [name, key],
  )
  return rowCount === 1
}

/** Replaces the credentials of a reviewer of the sandbox, and ends its sessions. A person's account stays as it is. */
export async function replaceReviewer(
  owner: Pool,
  { name, password, totpSecret, totpKey }: Pick<NewAccount, 'name' | 'password' | 'totpSecret' | 'totpKey'>,
): Promise<void> {
  const { salt, key } = await saltedKey(password)
  await owner.query(
    `with reviewer as (
      update operator.account set password_salt = $2, password_check = sha256($3), totp_secret = null,
        sealed_totp = operator.sealed_totp(name, $4, $5), totp_step = 0
      where name = $1 and is_sandbox returning operator_id
    ), ended as (
      update operator.session set ended_ms = clock.now_ms()
      where ended_ms is null and operator_id in (select operator_id from reviewer)
    )
    select audit.write(null, 'owner', 'operator.reset', 'operator:' || operator_id, '', jsonb_build_object('name', $1,
      'password', true, 'authenticator', true), 'database') from reviewer`,
    [name, salt, key, totpSecret, totpKey],
  )
}
