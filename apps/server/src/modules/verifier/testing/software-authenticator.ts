import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { CreatedPasskey, UsedPasskey } from '../verifier-messages.ts'

/** The console of tests. */
export const testSite = { origin: 'https://console.candor.test', rpId: 'console.candor.test' }

/** What a test makes an authenticator say wrongly. */
export interface Forgery {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  /** Without it, the authenticator has not verified its owner. */
  readonly isVerified?: boolean
  readonly signCount?: number
}

/** An authenticator with one key on P-256, which signs whatever it is asked. */
export interface SoftwareAuthenticator {
  readonly credentialId: string
  create(challenge: Uint8Array, forgery?: Forgery): CreatedPasskey
  use(challenge: Uint8Array, forgery?: Forgery): UsedPasskey
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

/** `counts`: it counts its signatures, as security keys do; otherwise its counter is always 0, as that of phones. */
export function createSoftwareAuthenticator({ counts = false } = {}): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const cose = coseOf(publicKey)
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let signCount = 0

  const client = (challenge: Uint8Array, type: string, { origin = testSite.origin }: Forgery) =>
    Buffer.from(
      JSON.stringify({ type, challenge: Buffer.from(challenge).toString('base64url'), origin, crossOrigin: false }),
    )
  const head = ({ rpId = testSite.rpId, isVerified = true, signCount: forged }: Forgery, more: number) => {
    const counter = Buffer.alloc(4)
    if (counts) signCount += 1
    counter.writeUInt32BE(forged ?? signCount)
    const flag = flags.present | (isVerified ? flags.verified : 0) | more
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flag]), counter])
  }
  const named = { id: credentialId, rawId: credentialId, type: 'public-key' } as const

  return {
    credentialId,
    create(challenge, forgery = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([head(forgery, flags.attested), Buffer.alloc(16), length, id, cose])
      // CBOR of {fmt: 'none', attStmt: {}, authData}.
      const start = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
      const attestation = Buffer.concat([start, Buffer.from([authData.length]), authData])
      const clientData = client(challenge, forgery.type ?? 'webauthn.create', forgery)
      return { ...named, response: { clientDataJSON: text(clientData), attestationObject: text(attestation) } }
    },
    use(challenge, forgery = {}) {
      const clientData = client(challenge, forgery.type ?? 'webauthn.get', forgery)
      const authData = head(forgery, 0)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      return {
        ...named,
        response: { clientDataJSON: text(clientData), authenticatorData: text(authData), signature: text(signature) },
      }
    },
  }
}

/** A public key on P-256 in COSE's form: CBOR of {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
export function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const parts = [
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]
  return Buffer.concat(parts)
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
