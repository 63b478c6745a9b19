import { randomBytes, randomInt } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  countTotpAttempt,
  deleteTotp,
  findTotp,
  lockTotps,
  putTotp,
  replaceSealedTotp,
  spendRecoveryCode,
  spendStep,
} from './totp-store.ts'
import { base32Of, matchingStep } from '../../platform/totp.ts'
import { plainRecoveryCode } from './recovery-code.ts'
import { opens } from '../../platform/vault/index.ts'
import { createTotpSeal } from './totp-seal.ts'

const secretBytes = 20
const recoveryCodes = 10
const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/**
 * Five attempts a quarter of an hour: at three codes that are good, some 700 days for one chance in a thousand a day.
 */
const attempts = { most: 5, withinMs: 15 * 60_000 }

/** The second step of signing in: an authenticator app, and recovery codes for the day it is lost. */
export interface Totp {
  /** Creates a secret, in base32. It has no effect before `confirm`. */
  begin(customerId: bigint): Promise<Result<string, 'totp-already-on'>>
  /** Enables it; `then` runs in the same transaction. Returns the recovery codes, which are stored nowhere. */
  confirm(
    customerId: bigint,
    code: string,
    then: (client: Transaction) => Promise<void>,
  ): Promise<Result<string[], 'wrong-totp' | 'totp-already-on' | 'frequent-operations'>>
  /** Verifies and consumes a code or a recovery code. Customers without a second step need none. */
  check(
    customerId: bigint,
    code: string | undefined,
  ): Promise<Result<null, 'totp-required' | 'wrong-totp' | 'frequent-operations'>>
  /** Turns it off; `then` runs in the same transaction. */
  disable(customerId: bigint, then: (client: Transaction) => Promise<void>): Promise<void>
  state(customerId: bigint): Promise<{ isOn: boolean; recoveryCodesLeft: number }>
}

export interface TotpDependencies {
  readonly pool: Database
  readonly clock: Clock
  /** The server's key, which is not in the database. */
  readonly secret: string
  /** Earlier keys: recovery codes from their time count on. */
  readonly formerSecrets: readonly string[]
}

/** Makes the second step. Secrets are sealed with a key of the data folder; a code counts once. */
export function createTotp({ pool, clock, secret, formerSecrets }: TotpDependencies): Totp {
  const { seal, open } = createTotpSeal(secret)
  const codeHash = (customerId: bigint, code: string, key = secret) =>
    keyedHash(key, 'recovery-code', String(customerId), plainRecoveryCode(code))

  /** Uses the code up where it is right. */
  const verify = async (
    customerId: bigint,
    code: string,
  ): Promise<Result<null, 'wrong-totp' | 'frequent-operations'>> => {
    const nowMs = clock.nowMs()
    const stored = await countTotpAttempt(pool, customerId, {
      most: attempts.most,
      sinceMs: nowMs - attempts.withinMs,
      nowMs,
    })
    if (stored === null) return refuse('frequent-operations')
    if (!/^\d{6}$/.test(code)) {
      const hashes = [secret, ...formerSecrets].map((key) => codeHash(customerId, code, key))
      const isUsed = await spendRecoveryCode(pool, customerId, hashes, nowMs)
      return isUsed ? ok(null) : refuse('wrong-totp')
    }
    const step = matchingStep(open(stored.sealedSecret, customerId), code, nowMs)
    return step !== null && (await spendStep(pool, customerId, step)) ? ok(null) : refuse('wrong-totp')
  }

  return {
    async begin(customerId) {
      const bytes = randomBytes(secretBytes)
      return (await putTotp(pool, customerId, seal(bytes, customerId)))
        ? ok(base32Of(bytes))
        : refuse('totp-already-on')
    },
    async confirm(customerId, code, then) {
      const stored = await findTotp(pool, customerId)
      if (stored?.isConfirmed === true) return refuse('totp-already-on')
      if (stored === null) return refuse('wrong-totp')
      const verified = await verify(customerId, code)
      if (!verified.ok) return verified
      const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
      const codeHashes = codes.map((one) => codeHash(customerId, one))
      const isOn = await withTransaction(pool, async (client) => {
        if (!(await confirmTotp(client, customerId, { nowMs: clock.nowMs(), codeHashes }))) return false
        await then(client)
        return true
      })
      return isOn ? ok(codes) : refuse('totp-already-on')
    },
    async check(customerId, code) {
      const stored = await findTotp(pool, customerId)
      if (stored === null || !stored.isConfirmed) return ok(null)
      return code === undefined ? refuse('totp-required') : verify(customerId, code)
    },
    disable: (customerId, then) =>
      withTransaction(pool, async (client) => {
        await deleteTotp(client, customerId)
        await then(client)
      }),
    async state(customerId) {
      const isOn = (await findTotp(pool, customerId))?.isConfirmed === true
      return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(pool, customerId) : 0 }
    },
  }
}

function newRecoveryCode(): string {
  const part = () => Array.from({ length: 5 }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('')
  return `${part()}-${part()}`
}

/**
 * Seals the authenticators' secrets of customers again, as the owner: those from before, which no row bound, or all
 * those under a former key. What is under the new key stays, so that it can be repeated. Returns how many.
 */
export async function resealTotps(
  owner: Database,
  { secret, formerSecret }: { readonly secret: string; readonly formerSecret: string | null },
): Promise<number> {
  const seal = createTotpSeal(secret)
  const former = createTotpSeal(formerSecret ?? secret)
  return withTransaction(owner, async (client) => {
    const stored = await lockTotps(client, formerSecret === null)
    let count = 0
    for (const { customerId, sealedSecret } of stored) {
      if (opens(() => seal.open(sealedSecret, customerId))) continue
      await replaceSealedTotp(client, customerId, seal.seal(former.openAny(sealedSecret, customerId), customerId))
      count += 1
    }
    return count
  })
}
