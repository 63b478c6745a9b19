import { randomInt } from 'node:crypto'
import type { CodePurpose, Language } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { keyedHash, sameHash } from '../../platform/keyed-hash.ts'
import { enqueueMail, forgetFailedMail } from '../../platform/mail/index.ts'
import { siteOf } from '../../platform/rate-limit/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import type { Captcha, CaptchaSolution } from './captcha-service.ts'
import { codeMail, noAccountMail } from './code-mail.ts'
import { deleteOldCodes, giveBackTry, insertCode, sendingHistory, takeTry, useCode } from './codes-store.ts'
import type { CodeTarget } from './codes-store.ts'
import { codeLifeMs, maySend, ofAccountsOnly, resendAfterMs } from './codes.ts'
import { deleteOldTurns, takeTurn } from './turn-store.ts'

/** A wish for a code. */
export interface CodeWish extends CaptchaSolution {
  readonly purpose: CodePurpose
  readonly address: string
  readonly ip: string
  readonly lang: Language
}

/** Codes sent to a mailbox, which prove access to it. */
export interface MailboxCodes {
  /** Sends a code. The response is the same whether or not the mailbox belongs to an account. */
  send(
    wish: CodeWish,
  ): Promise<Result<{ resendAfterMs: number }, 'frequent-operations' | 'captcha-required' | 'wrong-captcha'>>
  /**
   * Compares a code with the newest one sent, spending a try if it is wrong. Null: wrong. The id is then for `use`. A
   * network's guesses at a code that another network requested leave the other its own tries.
   */
  check(target: CodeTarget, code: string, ip: string): Promise<bigint | null>
  /** Consumes a checked code in the transaction that it permits. False when it was used meanwhile. */
  use(client: Transaction, codeId: bigint): Promise<boolean>
  prune(): Promise<void>
}

export interface MailboxCodesDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly secret: string
  readonly captcha: Captcha
  /** Whether an account has this e-mail (lower case). */
  hasAccount(email: string): Promise<boolean>
}

/**
 * Makes the codes. A wrong guess costs one of five tries, counted before comparing; the newest code is the only good
 * one.
 */
export function createMailboxCodes({
  pool,
  clock,
  secret,
  captcha,
  hasAccount,
}: MailboxCodesDependencies): MailboxCodes {
  const codeHash = ({ purpose, address }: CodeTarget, code: string) => keyedHash(secret, 'code', purpose, address, code)

  const sendOnce = (wish: CodeWish, target: CodeTarget, isProven: boolean) =>
    withTransaction(pool, async (client) => {
      await takeTurn(client, `code ${target.purpose} ${target.address}`, clock.nowMs())
      const nowMs = clock.nowMs()
      const network = siteOf(wish.ip)
      const allowed = maySend(await sendingHistory(client, target, { network, nowMs }), nowMs, isProven)
      if (!allowed.ok) return allowed
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await insertCode(client, target, {
        codeHash: codeHash(target, code),
        network,
        sentMs: nowMs,
        expiresMs: nowMs + codeLifeMs,
      })
      // Only the mail itself differs: its reader may know what the caller must not.
      const isForNobody = ofAccountsOnly.has(target.purpose) && !(await hasAccount(target.address))
      const mail = isForNobody ? noAccountMail(wish.lang) : codeMail(code, target.purpose, wish.lang)
      await enqueueMail(client, { to: target.address, ...mail })
      return ok({ resendAfterMs })
    })

  return {
    async send(wish) {
      const target = { purpose: wish.purpose, address: wish.address.toLowerCase() }
      const nowMs = clock.nowMs()
      // Checked before the captcha is consumed: a caller who has to wait keeps it.
      const early = maySend(await sendingHistory(pool, target, { network: siteOf(wish.ip), nowMs }), nowMs, true)
      if (!early.ok) return early
      const verdict = await captcha.prove(wish)
      if (verdict === 'wrong') return refuse('wrong-captcha')
      return sendOnce(wish, target, verdict === 'proven')
    },
    async check(target, code, ip) {
      const taken = await takeTry(pool, target, { network: siteOf(ip), nowMs: clock.nowMs() })
      if (taken === null || !sameHash(taken.codeHash, codeHash(target, code))) return null
      await giveBackTry(pool, taken)
      return taken.codeId
    },
    use: (client, codeId) => useCode(client, codeId, clock.nowMs()),
    async prune() {
      await deleteOldCodes(pool, clock.nowMs())
      await deleteOldTurns(pool, clock.nowMs())
      await forgetFailedMail(pool)
    },
  }
}
