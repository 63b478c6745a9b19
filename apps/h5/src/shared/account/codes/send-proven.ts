import type { CallResult } from '../../api/index.ts'
import { isAnswered, noCaptcha } from '../../forms/index.ts'
import type { CaptchaSolution } from '../../forms/index.ts'
import { solveSilently } from './solve-silently.ts'

export interface SendProvenOptions<Value> {
  /** The answer to the picture, where the customer was shown one. */
  readonly answer: CaptchaSolution
  /** The server requires a captcha each time: it is solved before the form is sent. */
  readonly isAlwaysRequired?: boolean
  readonly send: (captcha: CaptchaSolution) => Promise<CallResult<Value>>
  readonly solve?: () => Promise<CaptchaSolution | null>
}

/**
 * Sends a form with a captcha that this device solves by itself, once the server requires one. Where it cannot, the
 * result is the server's refusal `captcha-required`: the form then shows the picture.
 */
export async function sendProven<Value>(options: SendProvenOptions<Value>): Promise<CallResult<Value>> {
  const { answer, isAlwaysRequired = false, send, solve = solveSilently } = options
  if (isAnswered(answer)) return send(answer)
  if (isAlwaysRequired) return send((await solve()) ?? noCaptcha)
  const result = await send(noCaptcha)
  if (result.ok || result.error !== 'captcha-required') return result
  const solved = await solve()
  return solved === null ? result : send(solved)
}
