// The verifier loads it at its first call, which would fall into a test.
import '@simplewebauthn/server'
import { createHash } from 'node:crypto'
import type { ConfirmedAct } from '@candor/api/operator'
import { passkeyCodeKey, passkeyProof } from '@candor/formulas/passkey-proof'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { beginConfirmation, beginPasskey } from '../../confirmation/confirmation-store.ts'
import { createVerifier } from '../verifier-service.ts'
import { createSoftwareAuthenticator, testSite } from './software-authenticator.ts'
import type { SoftwareAuthenticator } from './software-authenticator.ts'

interface Pools {
  /** The owner's pool, or the verifier's: as either the verifier's routines may be called. */
  readonly owner: Pool
  readonly app: Pool
}

const code = 'abcd-efgh-2345'
const logger = pino({ level: 'silent' })

/** The verifier of tests, on a pool that may call its routines. */
export function testVerifier(pool: Pool) {
  return createVerifier({ pool, origins: [testSite.origin], logger })
}

export function challengeOf(bytes: string): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** Gives a session's operator a passkey, by a code of the owner. */
export async function addPasskey({ owner, app }: Pools, secret: string, kind: { counts?: boolean } = {}) {
  const { rows } = await app.query<{ name: string }>('select name from operator.find_session($1)', [secret])
  await owner.query('select operator.allow_passkey($1, $2)', [rows[0]?.name, Buffer.from(passkeyCodeKey(code))])
  const begun = await beginPasskey(app, secret)
  const authenticator = createSoftwareAuthenticator(kind)
  const created = authenticator.create(challengeOf(begun.bytes))
  const proof = passkeyProof(passkeyCodeKey(code), created.response)
  const { confirmationId } = begun
  const outcome = await testVerifier(owner).take({
    act: 'enrol',
    confirmationId,
    name: 'A key of tests',
    created,
    proof,
    used: null,
  })
  if (outcome !== 'confirmed') throw new Error(`the passkey of a test was ${outcome}`)
  return authenticator
}

const authenticators = new WeakMap<Pool, Map<string, Promise<SoftwareAuthenticator>>>()

/** The authenticator of a session's operator, who gets one first. */
function authenticatorOf(pools: Pools, secret: string): Promise<SoftwareAuthenticator> {
  const known = authenticators.get(pools.owner) ?? new Map<string, Promise<SoftwareAuthenticator>>()
  authenticators.set(pools.owner, known)
  const found = known.get(secret) ?? addPasskey(pools, secret)
  known.set(secret, found)
  // A database that was killed meanwhile: the next one tries again.
  found.catch(() => known.delete(secret))
  return found
}

/**
 * Confirms an act with a passkey as a session's operator, who gets one first. Returns whether the act needed it. Throws
 * where the session is none that may confirm.
 */
export async function confirmAct(
  pools: Pools,
  secret: string,
  {
    act,
    id,
    reference = null,
  }: { readonly act: ConfirmedAct; readonly id: bigint; readonly reference?: string | null },
): Promise<boolean> {
  const begun = await beginConfirmation(pools.app, secret, { act, id, reference })
  if (begun === null) return false
  const authenticator = await authenticatorOf(pools, secret)
  const used = authenticator.use(challengeOf(begun.bytes))
  const { confirmationId } = begun
  const outcome = await testVerifier(pools.owner).take({ act: 'confirm', confirmationId, used })
  if (outcome !== 'confirmed') throw new Error(`a confirmation of ${act} ${id} was ${outcome}`)
  return true
}
