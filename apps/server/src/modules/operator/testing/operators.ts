import type { OperatorRole } from '@candor/api/operator'
import type { Pool } from 'pg'
import { addAccount } from '../account-store.ts'
import { createOperatorLogins } from '../login-service.ts'
import { totpCode } from '../../../platform/totp.ts'
import { authenticatorKey, newTotpSecret } from '../operator.ts'

const stepMs = 30_000
export const operatorPassword = 'a password of tests'
/** The server's key of tests, under which authenticators are sealed. */
export const testServerKey = 'a-secret-of-the-tests'

/** A test's operator, who can log in. */
export interface TestOperator {
  readonly operatorId: bigint
  readonly name: string
  readonly password: string
  readonly totpSecret: Buffer
  /** An unused code, valid for half a minute at least. Two can be used at once, because the next step also counts. */
  code(): string
}

/** Makes an operator as the owner (`owner` is the owner's pool), for a server with this key. */
export async function addOperator(
  owner: Pool,
  { name, roles, isSandbox = false }: { name: string; roles: readonly OperatorRole[]; isSandbox?: boolean },
  serverKey = testServerKey,
): Promise<TestOperator> {
  const totpSecret = newTotpSecret()
  const secrets = { password: operatorPassword, totpSecret, totpKey: authenticatorKey(serverKey) }
  const account = { name, roles, ...secrets, isPasswordNew: false, isSandbox }
  const operatorId = await addAccount(owner, account)
  let lastStep = 0
  const code = () => {
    lastStep = Math.max(Math.floor(Date.now() / stepMs), lastStep + 1)
    return totpCode(totpSecret, lastStep * stepMs)
  }
  return { operatorId, name, password: operatorPassword, totpSecret, code }
}

/**
 * Creates an operator and opens a session through the functions of the application role (`app`). Returns the session
 * secret.
 */
export async function logInOperator(
  pools: { readonly owner: Pool; readonly app: Pool },
  operator: { name: string; roles: readonly OperatorRole[]; isSandbox?: boolean },
): Promise<TestOperator & { readonly secret: string }> {
  const added = await addOperator(pools.owner, operator)
  const { rows } = await pools.app.query<{ now_ms: bigint }>('select clock.now_ms() as now_ms')
  const totp = totpCode(added.totpSecret, Number(rows[0]?.now_ms))
  const form = { account: added.name, password: added.password, totp, newPassword: undefined }
  const device = { value: null, keep: () => undefined }
  const origin = { ip: '127.0.0.1', userAgent: 'Test browser', device }
  const opened = await createOperatorLogins({ pool: pools.app, secret: testServerKey }).login(form, origin)
  if (!opened.ok) throw new Error(`the operator ${added.name} could not log in: ${opened.error}`)
  return { ...added, secret: opened.value.secret }
}
