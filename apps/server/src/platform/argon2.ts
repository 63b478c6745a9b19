import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'

const runArgon2 = promisify(argon2)

/** The cost of one argon2id run: memory in KiB, passes, lanes. */
export interface Argon2Cost {
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
}

/**
 * The second of the settings that OWASP's Password Storage Cheat Sheet names as equally strong: m = 19 MiB, t = 2, p =
 * 1.
 */
export const usualCost: Argon2Cost = { memoryKib: 19_456, passes: 2, lanes: 1 }

const keyBytes = 32

/** Derives 32 bytes from a password by argon2id. */
export function deriveKey(password: string, salt: Uint8Array, cost: Argon2Cost): Promise<Buffer> {
  // One form for letters that keyboards compose differently.
  const message = password.normalize('NFC')
  return runArgon2('argon2id', {
    message,
    nonce: salt,
    parallelism: cost.lanes,
    memory: cost.memoryKib,
    passes: cost.passes,
    tagLength: keyBytes,
  })
}
