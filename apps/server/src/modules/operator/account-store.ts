import type { OperatorRole } from '@candor/contract/operator'
import type { Pool } from 'pg'
import { deriveKey } from '../../platform/argon2.ts'
import { newSalt, operatorKeyCost } from './operator.ts'

/** An account about to be made. For the owner, who alone can. */
export interface NewAccount {
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly password: string
  readonly totpSecret: Buffer
  /** The first login has to replace the password. */
  readonly isPasswordNew: boolean
  /** A reviewer of the sandbox. */
  readonly isSandbox?: boolean
}

/** Makes an account as the owner, and answers its id. Throws where the name is taken, or a reviewer would stand outside a sandbox. */
export async function addAccount(owner: Pool, account: NewAccount): Promise<bigint> {
  const { salt, check } = await passwordParts(account.password)
  const { rows } = await owner.query<{ operator_id: bigint }>(
    `select operator.add_account($1, $2::text[]::operator.role[], $3, sha256($4), $5, $6, $7) as operator_id`,
    [account.name, account.roles, salt, check, account.totpSecret, account.isPasswordNew, account.isSandbox === true],
  )
  const id = rows[0]?.operator_id
  if (id === undefined) throw new Error('operator.add_account answered nothing')
  return id
}

async function passwordParts(password: string) {
  const salt = newSalt()
  return { salt, check: await deriveKey(password, salt, operatorKeyCost) }
}
