import { randomBytes } from 'node:crypto'
import { deriveKey, usualCost } from '../../platform/argon2.ts'
import type { Argon2Cost } from '../../platform/argon2.ts'
import { sameHash } from '../../platform/keyed-hash.ts'
import type { Result } from '../../platform/result.ts'
import { createWorkQueue } from '../../platform/work-queue.ts'
import type { QueueLimits } from '../../platform/work-queue.ts'

const saltBytes = 16
const tagBytes = 32

/** Hashes and verifies passwords. Refuses where too many callers wait already: memory and processors are bounded. */
export interface Passwords {
  /** The hash in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
  hash(password: string): Promise<Result<string, 'frequent-operations'>>
  /** A null `stored` costs as much as a real hash and never matches: an unknown account looks like a wrong password. */
  verify(password: string, stored: string | null): Promise<Result<boolean, 'frequent-operations'>>
}

/**
 * The hashers of callers who are logged in, or on a device that has logged in before, and of everybody else. Each has a
 * queue of its own: strangers must not be able to fill the one in which a payment waits.
 */
export interface PasswordQueues {
  readonly known: Passwords
  readonly strangers: Passwords
}

export function createPasswordQueues(...options: Parameters<typeof createPasswords>): PasswordQueues {
  return { known: createPasswords(...options), strangers: createPasswords(...options) }
}

/** Makes the hasher: at most two runs at a time, 64 callers waiting, each for some two seconds at worst. */
export function createPasswords(
  limits: QueueLimits = { maxRunning: 2, maxWaiting: 64 },
  cost: Argon2Cost = usualCost,
): Passwords {
  const queue = createWorkQueue(limits)
  const decoy = encode({ cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) })
  return {
    hash: (password) =>
      queue(async () => {
        const salt = randomBytes(saltBytes)
        return encode({ cost, salt, tag: await deriveKey(password, salt, cost) })
      }),
    verify: (password, stored) =>
      queue(async () => {
        const known = decode(stored ?? decoy)
        const isSame = sameHash(await deriveKey(password, known.salt, known.cost), known.tag)
        return isSame && stored !== null
      }),
  }
}

interface Encoded {
  readonly cost: Argon2Cost
  readonly salt: Buffer
  readonly tag: Buffer
}

function encode({ cost, salt, tag }: Encoded): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}$${text(salt)}$${text(tag)}`
}

const encodedPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function decode(stored: string): Encoded {
  const [, memoryKib, passes, lanes, salt, tag] = encodedPattern.exec(stored) ?? []
  if (salt === undefined || tag === undefined) throw new Error('a stored password hash is not argon2id in PHC form')
  return {
    cost: { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
