import { randomBytes } from 'node:crypto'
import type {
  OutputOf,
  securityPasskeyAdd,
  securityPasskeyBegin,
  userPasskeyBegin,
  userPasskeyLogin,
  InputOf,
  PasskeyView,
} from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { createLoginChallenges } from './login-challenge.ts'
import {
  deleteOldChallenges,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  takeChallenge,
  markPasskeyUsed,
  spendLoginChallenge,
} from './passkey-store.ts'
import type { StoredPasskey } from './passkey-store.ts'
import { siteOf } from '../../platform/passkey-site.ts'
import { passkeyAlgorithms, verifyCreatedPasskey, verifyUsedPasskey } from '../../platform/passkey-verification.ts'

const challengeLifeMs = 5 * 60_000
const browserTimeoutMs = 2 * 60_000
const mostPasskeys = 10

type CreatedPasskey = InputOf<typeof securityPasskeyAdd>['response']
type UsedPasskey = InputOf<typeof userPasskeyLogin>['response']

/** The owner of a new passkey, as the browser shows them. */
export interface PasskeyOwner {
  readonly customerId: bigint
  readonly publicId: string
  readonly account: string
}

/** Passkeys, which sign in without a password. `origin` is the page's, as the browser reports it. */
export interface Passkeys {
  list(customerId: bigint): Promise<PasskeyView[]>
  begin(
    owner: PasskeyOwner,
    origin: string | null,
  ): Promise<Result<OutputOf<typeof securityPasskeyBegin>, 'passkey-refused' | 'upper-limit'>>
  /** Stores a passkey; `then` runs in the same transaction. */
  add(
    customerId: bigint,
    made: { readonly response: CreatedPasskey; readonly name: string; readonly origin: string | null },
    then: (client: Transaction) => Promise<void>,
  ): Promise<Result<PasskeyView, 'passkey-refused'>>
  remove(customerId: bigint, id: string, then: (client: Transaction) => Promise<void>): Promise<boolean>
  beginLogin(origin: string | null): Promise<Result<OutputOf<typeof userPasskeyBegin>, 'passkey-refused'>>
  /** Returns the passkey's owner. */
  verify(response: UsedPasskey, origin: string | null): Promise<Result<bigint, 'passkey-refused'>>
  prune(): Promise<void>
}

export interface PasskeyDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly logger: Logger
  /** The server's key: that of challenges to sign in. */
  readonly secret: string
}

/** Creates the passkeys. A challenge is valid once, for five minutes, and for its recipient. */
export function createPasskeys(deps: PasskeyDependencies): Passkeys {
  const { pool, clock } = deps
  const challenges = createChallenges(deps)

  return {
    list: async (customerId) => (await listPasskeys(pool, customerId)).map(viewOf),
    async begin(owner, origin) {
      const site = siteOf(origin)
      if (site === null) return refuse('passkey-refused')
      const known = await listPasskeys(pool, owner.customerId)
      if (known.length >= mostPasskeys) return refuse('upper-limit')
      return ok({
        rp: { id: site.rpId, name: 'Candor' },
        user: {
          id: Buffer.from(owner.publicId).toString('base64url'),
          name: owner.account,
          displayName: owner.account,
        },
        challenge: await challenges.create(owner.customerId),
        pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: browserTimeoutMs,
        attestation: 'none',
        excludeCredentials: known.map(({ credentialId }) => ({ type: 'public-key', id: credentialId })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      })
    },
    async add(customerId, { response, name, origin }, then) {
      const credential = await verifyCreated(deps, response, { origin, take: challenges.take(customerId) })
      if (credential === null) return refuse('passkey-refused')
      const stored = await withTransaction(pool, async (client) => {
        const inserted = await insertPasskey(client, { customerId, ...credential, name, createdMs: clock.nowMs() })
        if (inserted !== null) await then(client)
        return inserted
      })
      return stored === null ? refuse('passkey-refused') : ok(viewOf(stored))
    },
    remove: (customerId, id, then) =>
      withTransaction(pool, async (client) => {
        const isRemoved = await deletePasskey(client, customerId, BigInt(id))
        if (isRemoved) await then(client)
        return isRemoved
      }),
    async beginLogin(origin) {
      const site = siteOf(origin)
      if (site === null) return refuse('passkey-refused')
      return ok({
        rpId: site.rpId,
        challenge: challenges.createLogin(),
        timeout: browserTimeoutMs,
        userVerification: 'required',
      })
    },
    async verify(response, origin) {
      const passkey = await findPasskey(pool, response.id)
      const counter =
        passkey === null ? null : await verifyUsed(deps, response, { passkey, origin, take: challenges.takeLogin })
      if (passkey === null || counter === null) return refuse('passkey-refused')
      return (await markPasskeyUsed(pool, passkey, { counter, nowMs: clock.nowMs() }))
        ? ok(passkey.customerId)
        : refuse('passkey-refused')
    },
    prune: () => deleteOldChallenges(pool, clock.nowMs()),
  }
}

/** The challenges: those of customers who add a passkey are stored when they are made, those of logins once used. */
function createChallenges({ pool, clock, secret }: PasskeyDependencies) {
  const logins = createLoginChallenges(secret)
  const expiresMs = () => clock.nowMs() + challengeLifeMs
  return {
    async create(customerId: bigint) {
      const challenge = randomBytes(32).toString('base64url')
      await insertChallenge(pool, { challenge, customerId, expiresMs: expiresMs() })
      return challenge
    },
    take: (customerId: bigint) => (challenge: string) =>
      takeChallenge(pool, { challenge, customerId, nowMs: clock.nowMs() }),
    createLogin: () => logins.create(expiresMs()),
    async takeLogin(challenge: string) {
      const validUntilMs = logins.expiryOf(challenge, clock.nowMs())
      return validUntilMs !== null && spendLoginChallenge(pool, { challenge, expiresMs: validUntilMs })
    },
  }
}

interface Expected {
  readonly origin: string | null
  readonly take: (challenge: string) => Promise<boolean>
}

function verifyCreated({ logger }: PasskeyDependencies, response: CreatedPasskey, expected: Expected) {
  const asked = askedAt(expected)
  return asked && verifyCreatedPasskey(response, { ...asked, logger, refused: 'a new passkey was refused' })
}

function verifyUsed(
  { logger }: PasskeyDependencies,
  response: UsedPasskey,
  { passkey, ...expected }: Expected & { readonly passkey: StoredPasskey },
) {
  const asked = askedAt(expected)
  const { credentialId: id, publicKey, counter } = passkey
  const refused = 'a passkey was refused'
  return asked && verifyUsedPasskey(response, { id, publicKey, counter }, { ...asked, logger, refused })
}

/** Null where no passkey can be used on the page. */
function askedAt({ origin, take }: Expected) {
  const site = siteOf(origin)
  return site && { expectedChallenge: take, expectedOrigin: site.origin, expectedRPID: site.rpId }
}

function viewOf({ passkeyId, name, createdMs, lastUsedMs }: StoredPasskey): PasskeyView {
  return { id: String(passkeyId), name, createdMs, lastUsedMs }
}
