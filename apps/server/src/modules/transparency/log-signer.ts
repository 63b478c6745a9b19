import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { fromBase64, formatVerifierKey, noteSigner, signCheckpoint, signNote, verifierKey } from '@candor/proof'
import type { VerifierKey } from '@candor/proof'
import type { TreeHead } from './guard-store.ts'

/** The key of a log: it signs the checkpoints of each shard under the shard's own name. */
export interface LogSigner {
  /** The line by which others verify the checkpoints of an origin. */
  vkey(origin: string): string
  sign(origin: string, head: TreeHead): Promise<string>
  /** Signs another text under a name. Returns the note. */
  signText(name: string, text: string): Promise<string>
}

/** PKCS #8 of Ed25519 (RFC 8410), before the 32 bytes of the key. */
const derPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Creates the signer from 32 bytes as base64url. */
export function createLogSigner(seed: string): LogSigner {
  const privateKey = createPrivateKey({
    key: Buffer.concat([derPrefix, Buffer.from(seed, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = publicBytes(privateKey)
  const keyOf = (origin: string): VerifierKey => verifierKey({ name: origin, type: 'ed25519', publicKey })
  const signerOf = (name: string) =>
    noteSigner(keyOf(name), (message) => Uint8Array.from(sign(null, message, privateKey)))
  return {
    vkey: (origin) => formatVerifierKey(keyOf(origin)),
    sign: (origin, { size, root }) => signCheckpoint({ origin, size, root, extensions: [] }, [signerOf(origin)]),
    signText: (name, text) => signNote(text, [signerOf(name)]),
  }
}

function publicBytes(privateKey: KeyObject): Uint8Array {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (x === undefined) throw new Error('the key of the log is no key of Ed25519')
  return fromBase64(Buffer.from(x, 'base64url').toString('base64'))
}
