import { captchaCreate } from '@candor/api'
import { callQuietly } from '../../api/index.ts'
import type { CaptchaSolution } from '../../forms/index.ts'
import { solveInWorker } from './solve-in-worker.ts'

/** Requests a captcha and lets this device solve it, without a question to the customer. Null where it could not. */
export async function solveSilently(): Promise<CaptchaSolution | null> {
  const drawn = await callQuietly(captchaCreate, {})
  if (!drawn.ok) return null
  const { captchaId, challenge } = drawn.value
  const altcha = await solveInWorker(challenge, new AbortController().signal)
  return altcha === null ? null : { captchaId, text: '', altcha }
}
