import type { Pool } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'

/** A captcha that has not been used. */
export interface StoredCaptcha {
  readonly captchaId: string
  readonly answerHash: Buffer
  readonly expiresMs: number
}

export async function insertCaptcha(pool: Pool, captcha: StoredCaptcha): Promise<void> {
  await pool.query('insert into identity.captcha (captcha_id, answer_hash, expires_ms) values ($1, $2, $3)', [
    captcha.captchaId,
    captcha.answerHash,
    captcha.expiresMs,
  ])
}

/** Removes a captcha, so that it can be tried only once, right or wrong. Null when it is unknown, used or expired. */
export async function takeCaptcha(
  pool: Pool,
  captchaId: string,
  nowMs: number,
): Promise<{ answerHash: Buffer } | null> {
  const { rows } = await pool.query<Pick<identity.CaptchaRow, 'answer_hash' | 'expires_ms'>>(
    'delete from identity.captcha where captcha_id = $1 returning answer_hash, expires_ms',
    [captchaId],
  )
  const taken = rows[0]
  return taken === undefined || taken.expires_ms <= BigInt(nowMs) ? null : { answerHash: taken.answer_hash }
}

export async function deleteExpiredCaptchas(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('delete from identity.captcha where expires_ms <= $1', [nowMs])
}
