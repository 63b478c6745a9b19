import { timingSafeEqual } from 'node:crypto'
import { passkeyBinding, passkeyProof } from '@candor/formulas/passkey-proof'
import type { Logger } from '../../platform/logger.ts'
import { siteOf } from '../../platform/passkey-site.ts'
import type { Site } from '../../platform/passkey-site.ts'
import type { Database } from '../../platform/transaction.ts'
import type { CreatedPasskey, UsedPasskey, VerifierOutcome, VerifierRequest } from './verifier-messages.ts'
import { confirmCase, confirmForReviewer, enrolPasskey, readAwaited } from './verifier-store.ts'
import type { Awaited, SigningPasskey } from './verifier-store.ts'

/** EdDSA, ES256 and RS256: every platform supports one of them. */
const algorithms = [-8, -7, -257]

/** Loaded when it is needed first: until then the process is small. */
const library = () => import('@simplewebauthn/server')

export interface VerifierDependencies {
  /** As the verifier's role: it alone may write confirmations. */
  readonly pool: Database
  /** The origins of the console, from this process's own environment. */
  readonly origins: readonly string[]
  readonly logger: Logger
}

/** Verifies signatures against the passkeys and the bytes of the database. */
export interface Verifier {
  take(request: VerifierRequest): Promise<VerifierOutcome>
}

/**
 * Creates the verifier. It trusts no value of a request: the challenge, the public key and the operator come from
 * the database, the console's origin from the settings.
 */
export function createVerifier(deps: VerifierDependencies): Verifier {
  const sites = deps.origins.map(siteOf).filter((site) => site !== null)
  const { pool } = deps
  return {
    async take(request) {
      const { confirmationId } = request
      if (request.act === 'review') return (await confirmForReviewer(pool, confirmationId)) ? 'confirmed' : 'refused'
      if (request.act === 'enrol') return enrol({ ...deps, sites }, request)
      const { used } = request
      const awaited = await readAwaited(pool, confirmationId, used.id)
      if (awaited === null) return 'expired'
      if (awaited.isNewPasskey) return 'refused'
      const signed = await verifyUsed({ ...deps, sites }, used, awaited)
      if (signed === null) return 'refused'
      return (await confirmCase(pool, confirmationId, { ...signed, used })) ? 'confirmed' : 'expired'
    },
  }
}

type Ground = VerifierDependencies & { readonly sites: readonly Site[] }

async function enrol(
  ground: Ground,
  { confirmationId, created, name, proof, used }: Extract<VerifierRequest, { act: 'enrol' }>,
): Promise<VerifierOutcome> {
  const awaited = await readAwaited(ground.pool, confirmationId, used?.id ?? '')
  if (awaited === null) return 'expired'
  if (!awaited.isNewPasskey) return 'refused'
  const credential = await verifyCreated(ground, created, awaited.challenge)
  if (credential === null) return 'refused'
  const by =
    used === null
      ? null
      : await verifyUsed(ground, used, { ...awaited, challenge: Buffer.from(passkeyBinding(created.response)) })
  if (by === null && (used !== null || !isProof(proof, awaited, created))) return 'refused'
  const isAdded = await enrolPasskey(ground.pool, confirmationId, {
    ...credential,
    name,
    evidence: { created, proof, used },
    by,
  })
  return isAdded ? 'confirmed' : 'expired'
}

function isProof(proof: string | null, { codeKey }: Awaited, { response }: CreatedPasskey): boolean {
  if (proof === null || codeKey === null) return false
  const [given, expected] = [Buffer.from(proof), Buffer.from(passkeyProof(codeKey, response))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The library throws on unreadable input: that is a refusal as well. */
async function verifyCreated({ sites, logger }: Ground, created: CreatedPasskey, challenge: Buffer) {
  try {
    const { verifyRegistrationResponse } = await library()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...created, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: sites.map(({ origin }) => origin),
      expectedRPID: sites.map(({ rpId }) => rpId),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey, signCount: counter }
  } catch (fault) {
    logger.info({ err: fault }, "an operator's new passkey was refused")
    return null
  }
}

/** The passkey that signed and its new counter; null where it is none of the operator's or did not sign this. */
async function verifyUsed(
  { sites, logger }: Ground,
  used: UsedPasskey,
  { passkey, challenge }: { readonly passkey: SigningPasskey | null; readonly challenge: Buffer },
): Promise<{ readonly passkeyId: bigint; readonly signCount: number } | null> {
  if (passkey === null) return null
  try {
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...used, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: sites.map(({ origin }) => origin),
      expectedRPID: sites.map(({ rpId }) => rpId),
      credential: { id: used.id, publicKey: passkey.publicKey, counter: passkey.signCount },
      requireUserVerification: true,
    })
    return verified ? { passkeyId: passkey.passkeyId, signCount: authenticationInfo.newCounter } : null
  } catch (fault) {
    logger.info({ err: fault }, "an operator's passkey was refused")
    return null
  }
}
