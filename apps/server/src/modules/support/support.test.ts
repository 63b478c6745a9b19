import { describe, expect, it } from 'vitest'
import type { CustomerConversation } from './support.ts'
import { expectedWaitMs, stateOf } from './support.ts'
import { createBus } from '../../platform/bus/index.ts'
import { createTyping } from './typing.ts'
import { manualClock } from '../../platform/clock.ts'

const waiting: CustomerConversation = {
  conversationId: 7n,
  state: 'waiting',
  agent: null,
  queuePosition: 3,
  newestSeq: 2,
  readSeq: 1,
  agentReadSeq: 0,
  agentReadMs: null,
  mayRate: false,
}

describe('the wait', () => {
  it.each([
    [1, 60_000, 1, 60_000],
    [3, 60_000, 1, 180_000],
    [3, 60_000, 2, 120_000],
    [4, 60_000, 2, 120_000],
    [1, null, 2, null],
    [1, 60_000, 0, null],
  ])('at place %i, usually %s ms, with %i on duty, is %s ms', (position, usualWaitMs, agentsOnline, expected) => {
    expect(expectedWaitMs(position, { usualWaitMs, agentsOnline })).toBe(expected)
  })

  it('is sent to waiting customers, and to nobody else', () => {
    const service = { usualWaitMs: 60_000, agentsOnline: 1 }
    expect(stateOf(waiting, service).queue).toEqual({ position: 3, waitMs: 180_000 })
    const agent = { operatorId: 3n, name: 'mara' }
    expect(stateOf({ ...waiting, state: 'answering', agent, queuePosition: null }, service)).toMatchObject({
      queue: null,
      agent: { id: '3', name: 'mara', isAssistant: false },
    })
    expect(stateOf(null, service)).toMatchObject({ state: 'none', queue: null, newestSeq: 0 })
  })
})

it('typing is worth six seconds, and ends when it is said to', () => {
  const clock = manualClock(0)
  const typing = createTyping(
    clock,
    createBus(() => undefined),
  )
  typing.set(1n, true)
  clock.advance(5_999)
  expect([typing.is(1n), typing.is(2n)]).toEqual([true, false])
  clock.advance(1)
  expect(typing.is(1n)).toBe(false)
  typing.set(1n, true)
  typing.set(1n, false)
  expect(typing.is(1n)).toBe(false)
})
