import { timingSafeEqual } from 'node:crypto'
import { passkeyBinding, passkeyProof } from '@candor/formulas/passkey-proof'
import type { Logger } from '../../platform/logger.ts'
import { siteOf } from '../../platform/passkey-site.ts'
import { verifyCreatedPasskey, verifyUsedPasskey } from '../../platform/passkey-verification.ts'
import type { Site } from '../../platform/passkey-site.ts'
import type { Database } from '../../platform/transaction.ts'
import type { CreatedPasskey, UsedPasskey, VerifierOutcome, VerifierRequest } from './verifier-messages.ts'
import { confirmCase, confirmForReviewer, enrolPasskey, readAwaited } from './verifier-store.ts'
import type { Awaited, SigningPasskey } from './verifier-store.ts'

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

async function verifyCreated(ground: Ground, created: CreatedPasskey, challenge: Buffer) {
  const passkey = await verifyCreatedPasskey(created, asked(ground, challenge, "an operator's new passkey was refused"))
  return passkey && { credentialId: passkey.credentialId, publicKey: passkey.publicKey, signCount: passkey.counter }
}

/** The passkey that signed and its new counter; null where it is none of the operator's or did not sign this. */
async function verifyUsed(
  ground: Ground,
  used: UsedPasskey,
  { passkey, challenge }: { readonly passkey: SigningPasskey | null; readonly challenge: Buffer },
): Promise<{ readonly passkeyId: bigint; readonly signCount: number } | null> {
  if (passkey === null) return null
  const { passkeyId, publicKey, signCount: counter } = passkey
  const credential = { id: used.id, publicKey, counter }
  const signCount = await verifyUsedPasskey(
    used,
    credential,
    asked(ground, challenge, "an operator's passkey was refused"),
  )
  return signCount === null ? null : { passkeyId, signCount }
}

function asked({ sites, logger }: Ground, challenge: Buffer, refused: string) {
  return {
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: sites.map(({ origin }) => origin),
    expectedRPID: sites.map(({ rpId }) => rpId),
    logger,
    refused,
  }
}
