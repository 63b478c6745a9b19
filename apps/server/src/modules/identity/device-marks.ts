import { randomBytes } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { keyedHash, sameHash } from '../../platform/keyed-hash.ts'

/**
 * Marks of logins, which a browser keeps in a cookie and the server does not store. A mark belongs to one customer and
 * opens nothing: its holder only does not wait for the failures of strangers.
 */
export interface DeviceMarks {
  /** Whether a browser's cookie shows an earlier login of the customer. Returns the mark's id, or null. */
  find(cookie: string | null, customerId: bigint): string | null
  /** The cookie with a new mark of the customer, and the marks of others that log in on the same browser. */
  add(cookie: string | null, customerId: bigint): string
}

const idBytes = 12
const timeBytes = 6
const tagBytes = 16
const validMs = 365 * dayMs
const mostMarks = 4

export function createDeviceMarks({ secret, nowMs }: { secret: string; nowMs: () => number }): DeviceMarks {
  const tagOf = (customerId: bigint, head: Buffer) =>
    keyedHash(secret, 'device-mark', String(customerId), head.toString('base64url')).subarray(0, tagBytes)

  /** The id of a mark of the customer. */
  const idOf = (mark: string, customerId: bigint): string | null => {
    const bytes = Buffer.from(mark, 'base64url')
    const head = bytes.subarray(0, idBytes + timeBytes)
    if (!sameHash(bytes.subarray(idBytes + timeBytes), tagOf(customerId, head))) return null
    const ageMs = nowMs() - head.readUIntBE(idBytes, timeBytes)
    return ageMs < validMs ? head.toString('base64url', 0, idBytes) : null
  }
  const marksIn = (cookie: string | null) => (cookie ?? '').split('.').filter((mark) => mark !== '')

  return {
    find: (cookie, customerId) =>
      marksIn(cookie)
        .slice(0, mostMarks)
        .map((mark) => idOf(mark, customerId))
        .find((id) => id !== null) ?? null,
    add(cookie, customerId) {
      const head = Buffer.alloc(idBytes + timeBytes)
      randomBytes(idBytes).copy(head)
      head.writeUIntBE(nowMs(), idBytes, timeBytes)
      const mark = Buffer.concat([head, tagOf(customerId, head)]).toString('base64url')
      const others = marksIn(cookie).filter((other) => idOf(other, customerId) === null)
      return [mark, ...others].slice(0, mostMarks).join('.')
    },
  }
}
