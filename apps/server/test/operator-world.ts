import { responseEnvelope } from '@candor/api'
import { operatorRoles } from '@candor/api/operator'
import type { OperatorRole } from '@candor/api/operator'
import * as z from 'zod/mini'
import { tokenHash } from '../src/platform/token.ts'
import { logInOperator } from '../src/modules/operator/testing/operators.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { openTestDatabase } from '../src/platform/postgres/test-database.ts'
import type { TestDatabase } from '../src/platform/postgres/test-database.ts'
import { seed } from '../src/roles/seed.ts'
import { inviteCode, startTestServer } from './test-server.ts'

/** The token of the customer with the number 1. */
export const customerToken = 'c'.repeat(43)

/** A response from the wire: `error` is null on success, `data` is the text of a file. */
export interface WireAnswer {
  readonly status: number
  readonly error: string | null
  readonly data: unknown
}

interface WorldParts {
  /** A migrated database; a new one by default. It is closed with the world. */
  readonly database?: TestDatabase
  /** Settings of the server. */
  readonly settings?: Readonly<Record<string, string>>
}

/** The whole server on a database of its own, with one customer and an operator a role. */
export async function openOperatorWorld({ database: given, settings = {} }: WorldParts = {}) {
  const database = given ?? (await openTestDatabase())
  await seed(database.ownerUrl, { mode: 'sandbox', inviteCode })
  const owner = createPool(database.ownerUrl, 'test-owner')
  const app = createPool(database.appUrl, 'test')
  await owner.query(
    `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
     values ('10000001', 'first@example.com', '$argon2id$x', 'AAAAAA', 'verified', 'en', 1)`,
  )
  await owner.query('select ledger.open_customer(1)')
  await owner.query(
    `insert into identity.session (customer_id, token_hash, device, network, created_ms, last_used_ms)
     values (1, $1, 'Test browser', '203.0.113.9', $2, $2)`,
    [tokenHash(customerToken), Date.now()],
  )
  const logIn = async (name: string, roles: readonly OperatorRole[]) =>
    (await logInOperator({ owner, app }, { name, roles })).secret
  const sessions = new Map<OperatorRole, string>()
  for (const role of operatorRoles) sessions.set(role, await logIn(`only-${role}`, [role]))
  const server = await startTestServer(database, settings)
  const { origin, consoleOrigin } = server

  return {
    origin,
    consoleOrigin,
    owner,
    app,
    logIn,
    /** The session of an operator with this role and no other. */
    as: (role: OperatorRole) => sessions.get(role) ?? '',
    /** Posts a form to a path below the origin: the console's, for an operation of operators. */
    async call(
      path: string,
      form: Readonly<Record<string, string>>,
      token: string | null,
      lang = 'en',
    ): Promise<WireAnswer> {
      const response = await fetch(`${path.startsWith('operator/') ? consoleOrigin : origin}/${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { lang, ...(token === null ? {} : { token }) },
      })
      if (response.headers.get('content-type')?.startsWith('application/json') !== true)
        return { status: response.status, error: null, data: await response.text() }
      const { error = null, data } = z.parse(responseEnvelope, await response.json())
      return { status: response.status, error, data }
    },
    async close() {
      await server.stop()
      await app.end()
      await owner.end()
      await database.close()
    },
  }
}

export type OperatorWorld = Awaited<ReturnType<typeof openOperatorWorld>>
