import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** Encrypts numbers of destinations with a key that is not in the database. */
export interface DestinationSeal {
  /** AES-256-GCM: nonce, tag, text. Bound to its customer, so that it opens for nobody else. */
  seal(customerId: bigint, text: string): Buffer
  /** Throws where it was changed, or sealed for another customer or with another key. */
  open(customerId: bigint, sealed: Uint8Array): string
}

/** Makes the seal from the server's secret. */
export function createDestinationSeal(secret: string): DestinationSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'candor payout destination', 32))
  const owner = (customerId: bigint) => Buffer.from(`customer ${customerId}`)
  return {
    seal(customerId, text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(owner(customerId))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    open(customerId, sealed) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(owner(customerId))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
