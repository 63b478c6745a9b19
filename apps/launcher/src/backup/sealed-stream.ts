import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { Transform } from 'node:stream'
import { LaunchError } from '../launch-error.ts'

/**
 * A backup as a file: a line that names the format, a salt, a check of the key, then parts of one MiB, each encrypted
 * by AES-256-GCM under a nonce of its number and of whether it is the last one. So a part that is changed, moved,
 * repeated or missing at the end does not open, and nothing of it is used.
 */
const magic = Buffer.from('candor-backup-1\n')
const saltBytes = 32
const checkBytes = 32
const headerBytes = magic.length + saltBytes + checkBytes
const partBytes = 1 << 20
const tagBytes = 16

const altered = 'The backup is cut off or was altered; nothing was restored.'

function keysOf(key: string, salt: Uint8Array): { readonly part: Buffer; readonly check: Buffer } {
  const derived = Buffer.from(hkdfSync('sha256', key, salt, 'candor backup 1', 32 + checkBytes))
  return { part: derived.subarray(0, 32), check: derived.subarray(32) }
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Collects bytes and cuts full parts off, always keeping something back: the last part is known at the end only. */
class Parts {
  readonly #size: number
  #waiting: Buffer[] = []
  #length = 0

  constructor(size: number) {
    this.#size = size
  }

  add(bytes: Buffer): Buffer[] {
    this.#waiting.push(bytes)
    this.#length += bytes.length
    if (this.#length <= this.#size) return []
    const all = this.rest()
    const full: Buffer[] = []
    let at = 0
    for (; all.length - at > this.#size; at += this.#size) full.push(all.subarray(at, at + this.#size))
    this.#waiting = [all.subarray(at)]
    this.#length = all.length - at
    return full
  }

  rest(): Buffer {
    return Buffer.concat(this.#waiting)
  }
}

/** Encrypts what is written to it under the operator's key. */
export function sealing(key: string): Transform {
  const salt = randomBytes(saltBytes)
  const { part, check } = keysOf(key, salt)
  const header = Buffer.concat([magic, salt, check])
  const parts = new Parts(partBytes)
  let index = 0
  const seal = (bytes: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', part, nonceOf(index++, isLast)).setAAD(header)
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  const stream = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      for (const full of parts.add(bytes)) this.push(seal(full, false))
      done()
    },
    flush(done) {
      done(null, seal(parts.rest(), true))
    },
  })
  stream.push(header)
  return stream
}

/** Opens what `sealing` wrote. Fails with LaunchError where the key is another one, or a byte is missing or changed. */
export function opening(key: string): Transform {
  const parts = new Parts(partBytes + tagBytes)
  let head: { readonly bytes: Buffer; readonly part: Buffer } | null = null
  let early = Buffer.alloc(0)
  let index = 0
  const open = (sealed: Buffer, isLast: boolean): Buffer => {
    if (head === null || sealed.length < tagBytes) throw new LaunchError(altered)
    const decipher = createDecipheriv('aes-256-gcm', head.part, nonceOf(index++, isLast), { authTagLength: tagBytes })
    decipher.setAAD(head.bytes).setAuthTag(sealed.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new LaunchError(altered)
    }
  }
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      try {
        let body = bytes
        if (head === null) {
          early = Buffer.concat([early, bytes])
          if (early.length < headerBytes) return done()
          head = readHeader(early.subarray(0, headerBytes), key)
          body = early.subarray(headerBytes)
        }
        for (const full of parts.add(body)) this.push(open(full, false))
        return done()
      } catch (error) {
        return done(error as Error)
      }
    },
    flush(done) {
      try {
        done(null, open(parts.rest(), true))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

function readHeader(bytes: Buffer, key: string): { readonly bytes: Buffer; readonly part: Buffer } {
  if (!bytes.subarray(0, magic.length).equals(magic)) throw new LaunchError('The file is no backup of Candor.')
  const { part, check } = keysOf(key, bytes.subarray(magic.length, magic.length + saltBytes))
  if (!timingSafeEqual(check, bytes.subarray(magic.length + saltBytes)))
    throw new LaunchError('CANDOR_BACKUP_KEY is not the key of this backup, or its first bytes were altered.')
  return { bytes: Buffer.from(bytes), part }
}
