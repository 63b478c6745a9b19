import { createHash } from 'node:crypto'
import type { PasskeyView } from '@candor/api'
import type {
  ConfirmationView,
  ConfirmedAct,
  InputOf,
  operatorConfirmationGive,
  operatorPasskeyAdd,
  operatorPasskeyBegin,
  OutputOf,
} from '@candor/api/operator'
import { siteOf } from '../../platform/passkey-site.ts'
import { passkeyAlgorithms } from '../../platform/passkey-verification.ts'
import type { OperatorPrincipal } from '../../platform/principal.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { VerifierOutcome, VerifierRequest } from '../verifier/index.ts'
import { beginConfirmation, beginPasskey, listOperatorPasskeys } from './confirmation-store.ts'

const browserTimeoutMs = 2 * 60_000

/** Asks the verifier's process. `late`: it did not respond in time. */
export type AskVerifier = (request: VerifierRequest) => Promise<VerifierOutcome | 'late'>

/** An act on a case. A recharge names its reference. */
export interface ActToConfirm {
  readonly act: ConfirmedAct
  readonly id: string
  readonly reference?: string | undefined
}

type Given = Result<null, 'passkey-refused' | 'confirmation-expired' | 'system-timeout'>

/** The confirmations of operators by passkey. `origin` is the console's, as the browser reports it. */
export interface Confirmations {
  begin(
    secret: string,
    act: ActToConfirm,
    origin: string | null,
  ): Promise<Result<ConfirmationView | null, 'no-passkey' | 'passkey-refused'>>
  give(form: InputOf<typeof operatorConfirmationGive>): Promise<Given>
  passkeys(secret: string): Promise<PasskeyView[]>
  beginPasskey(
    operator: OperatorPrincipal & { readonly secret: string },
    origin: string | null,
  ): Promise<Result<OutputOf<typeof operatorPasskeyBegin>, 'passkey-refused'>>
  addPasskey(form: InputOf<typeof operatorPasskeyAdd>): Promise<Given>
  /** Confirms as a reviewer of the sandbox, where the act needs it. The verifier refuses it for everybody else. */
  confirmAsReviewer(secret: string, act: ActToConfirm): Promise<void>
}

export function createConfirmations({
  pool,
  ask,
}: {
  readonly pool: Database
  readonly ask: AskVerifier
}): Confirmations {
  const begin = (secret: string, { act, id, reference = '' }: ActToConfirm) =>
    beginConfirmation(pool, secret, { act, id: BigInt(id), reference: reference === '' ? null : reference })
  const hand = async (request: VerifierRequest): Promise<Given> => {
    const outcome = await ask(request)
    if (outcome === 'confirmed') return ok(null)
    if (outcome === 'late') return refuse('system-timeout')
    return refuse(outcome === 'expired' ? 'confirmation-expired' : 'passkey-refused')
  }
  return {
    async begin(secret, act, origin) {
      const site = siteOf(origin)
      const begun = await begin(secret, act)
      if (begun === null) return ok(null)
      if (begun.credentialIds.length === 0) return refuse('no-passkey')
      if (site === null) return refuse('passkey-refused')
      return ok({
        id: String(begun.confirmationId),
        bytes: begun.bytes,
        request: {
          rpId: site.rpId,
          challenge: challengeOf(begun.bytes),
          timeout: browserTimeoutMs,
          userVerification: 'required',
          allowCredentials: credentialsOf(begun.credentialIds),
        },
      })
    },
    give: ({ id, response }) => hand({ act: 'confirm', confirmationId: BigInt(id), used: response }),
    async passkeys(secret) {
      const known = await listOperatorPasskeys(pool, secret)
      return known.map(({ passkeyId, ...passkey }) => ({ id: String(passkeyId), ...passkey }))
    },
    async beginPasskey({ secret, operatorId, name }, origin) {
      const site = siteOf(origin)
      if (site === null) return refuse('passkey-refused')
      const begun = await beginPasskey(pool, secret)
      return ok({
        id: String(begun.confirmationId),
        creation: {
          rp: { id: site.rpId, name: 'Candor' },
          user: { id: Buffer.from(`operator ${operatorId}`).toString('base64url'), name, displayName: name },
          challenge: challengeOf(begun.bytes),
          pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
          timeout: browserTimeoutMs,
          attestation: 'none',
          excludeCredentials: credentialsOf(begun.credentialIds),
          authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        },
      })
    },
    addPasskey: ({ id, name, response, proof = null, used = null }) =>
      hand({ act: 'enrol', confirmationId: BigInt(id), name, created: response, proof, used }),
    async confirmAsReviewer(secret, act) {
      const begun = await begin(secret, act)
      if (begun !== null) await ask({ act: 'review', confirmationId: begun.confirmationId })
    },
  }
}

function challengeOf(bytes: string): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

function credentialsOf(ids: readonly string[]) {
  return ids.map((id) => ({ type: 'public-key' as const, id }))
}
