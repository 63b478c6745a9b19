// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { CallResult } from '../../api/index.ts'
import { noCaptcha } from '../../forms/index.ts'
import type { CaptchaSolution } from '../../forms/index.ts'
import { sendProven } from './send-proven.ts'
import type { SendProvenOptions } from './send-proven.ts'

const solved: CaptchaSolution = { captchaId: 'c', text: '', altcha: 'proof' }
const required: CallResult<null> = {
  ok: false,
  error: 'captcha-required',
  msg: 'Enter the characters in the picture',
  fields: {},
  data: null,
  reference: undefined,
}
const accepted: CallResult<null> = { ok: true, value: null, msg: '' }

/** A server that requires a captcha, and a device that solves it or not. */
function setUp(solution: CaptchaSolution | null) {
  return {
    send: vi.fn<SendProvenOptions<null>['send']>(async ({ altcha, text }) =>
      altcha === null && text === '' ? required : accepted,
    ),
    solve: vi.fn<() => Promise<CaptchaSolution | null>>(async () => solution),
  }
}

describe('a form that may need a captcha', () => {
  it('is sent again with the solution of the device once the server requires it', async () => {
    const { send, solve } = setUp(solved)
    expect(await sendProven({ answer: noCaptcha, send, solve })).toBe(accepted)
    expect(send.mock.calls).toEqual([[noCaptcha], [solved]])
  })

  it('costs no work while the server requires none', async () => {
    const { solve } = setUp(solved)
    expect(await sendProven({ answer: noCaptcha, send: async () => accepted, solve })).toBe(accepted)
    expect(solve).not.toHaveBeenCalled()
  })

  it('is sent once, with the solution, where each call needs one', async () => {
    const { send, solve } = setUp(solved)
    expect(await sendProven({ answer: noCaptcha, isAlwaysRequired: true, send, solve })).toBe(accepted)
    expect(send.mock.calls).toEqual([[solved]])
  })

  it.each([false, true])('asks for the picture where the device solves none (always required: %s)', async (always) => {
    const { send, solve } = setUp(null)
    expect(await sendProven({ answer: noCaptcha, isAlwaysRequired: always, send, solve })).toBe(required)
    expect(send.mock.calls).toEqual([[noCaptcha]])
  })

  it('is sent with the answer to the picture, and the device solves nothing', async () => {
    const { send, solve } = setUp(solved)
    const answer = { captchaId: 'p', text: 'ABC234', altcha: null }
    expect(await sendProven({ answer, send, solve })).toBe(accepted)
    expect(send.mock.calls).toEqual([[answer]])
    expect(solve).not.toHaveBeenCalled()
  })
})
