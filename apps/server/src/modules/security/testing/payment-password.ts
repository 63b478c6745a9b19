import type { Pool } from 'pg'
import { manualClock } from '../../../platform/clock.ts'
import { keyedHash } from '../../../platform/keyed-hash.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createPasswords } from '../../identity/index.ts'
import { createPaymentPasswords } from '../payment-password-service.ts'
import type { PaymentPasswords } from '../payment-password-service.ts'
import { putPaymentPassword } from '../payment-password-store.ts'

const testSecret = 'a secret of tests'
const cheap = createPasswords({ maxRunning: 2, maxWaiting: 5_000 }, { memoryKib: 64, passes: 1, lanes: 1 })

/**
 * Payment passwords for other modules' tests: they verify what `setPaymentPassword` has set, and set nothing
 * themselves.
 */
export function testPaymentPasswords(
  pool: Pool,
  clock: Clock = manualClock(0),
  keys: { readonly secret: string; readonly formerSecrets: readonly string[] } = {
    secret: testSecret,
    formerSecrets: [],
  },
): PaymentPasswords {
  const refused = () => Promise.reject(new Error('a test sets a payment password with setPaymentPassword'))
  return createPaymentPasswords({
    pool,
    clock,
    ...keys,
    mode: 'sandbox',
    passwords: cheap,
    codes: { mailbox: { send: refused, check: refused, use: refused, prune: refused } },
    confirmLoginPassword: refused,
  })
}

/**
 * Gives a customer a payment password that `testPaymentPasswords` verifies; pass the secret of a server with another
 * key.
 */
export async function setPaymentPassword(
  pool: Pool,
  customerId: bigint,
  password: string,
  secret: string = testSecret,
): Promise<void> {
  const hashed = await cheap.hash(
    keyedHash(secret, 'payment-password', String(customerId), password).toString('base64'),
  )
  if (!hashed.ok) throw new Error('too many passwords are being hashed')
  await putPaymentPassword(pool, customerId, { fromHash: null, toHash: hashed.value, setMs: 0 })
}
