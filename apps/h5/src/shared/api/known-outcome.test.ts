import type { CallResult } from '@candor/client'
import { describe, expect, it } from 'vitest'
import { isOutcomeUnknown, sendUntilKnown } from './known-outcome.ts'

const failed = (error: 'network' | 'wrong-amount'): CallResult<string> => ({
  ok: false,
  error,
  msg: error,
  fields: {},
  data: null,
  reference: undefined,
})
const done: CallResult<string> = { ok: true, value: 'sold', msg: '' }

/** Returns the given results in turn, and records the calls and pauses. */
function server(answers: readonly CallResult<string>[]) {
  const pausesMs: number[] = []
  let calls = 0
  const send = () => {
    const answer = answers[calls]
    calls += 1
    if (answer === undefined) throw new Error('nobody expected another call')
    return Promise.resolve(answer)
  }
  const pause = (ms: number) => {
    pausesMs.push(ms)
    return Promise.resolve()
  }
  return { send, pause, pausesMs, calls: () => calls }
}

describe('a call whose outcome nobody knows', () => {
  it('is sent again until it is known', async () => {
    const { send, pause, pausesMs } = server([failed('network'), failed('network'), done])
    expect(await sendUntilKnown(send, pause)).toBe(done)
    expect(pausesMs).toEqual([1_000, 3_000])
  })

  it('is given up after two more tries', async () => {
    const { send, pause, calls } = server([failed('network'), failed('network'), failed('network')])
    expect(await sendUntilKnown(send, pause)).toEqual(failed('network'))
    expect(calls()).toBe(3)
  })

  it('is not a refusal, which is an answer and is not repeated', async () => {
    const { send, pause, calls } = server([failed('wrong-amount')])
    expect(await sendUntilKnown(send, pause)).toEqual(failed('wrong-amount'))
    expect(calls()).toBe(1)
    expect(['network', 'system-error', 'outcome-unknown'].every(isOutcomeUnknown)).toBe(true)
  })
})
