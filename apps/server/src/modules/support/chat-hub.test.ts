import { expect, test } from 'vitest'
import { createBus, createJoinedBus } from '../../platform/bus/index.ts'
import type { JoinedBus } from '../../platform/bus/index.ts'
import { manualClock } from '../../platform/clock.ts'
import { createChatHub } from './chat-hub.ts'
import { createTyping } from './typing.ts'

const never = () => () => undefined

/** The hub of a process with sockets, and that of one that serves the agents. */
function openTwo() {
  const buses: JoinedBus[] = []
  const open = () => {
    const bus = createJoinedBus(
      createBus((_topic, fault) => {
        throw fault
      }),
      (shared) => {
        for (const other of buses) if (other !== bus) other.arrive(shared)
      },
    )
    buses.push(bus)
    return bus
  }
  const [sockets, agents] = [open(), open()]
  return { sockets, agents, ofSockets: createChatHub(sockets, never), ofAgents: createChatHub(agents, never) }
}

function placeOf(log: string[], name: string) {
  return {
    refresh: () => log.push(`${name} refreshed`),
    showTyping: (isTyping: boolean) => log.push(`${name} sees typing ${isTyping}`),
    checkAccess: () => log.push(`${name} checked`),
    isWaiting: () => true,
    close: () => log.push(`${name} closed`),
  }
}

test('an agent of another process sees who is there, and reaches them', () => {
  const { ofSockets, ofAgents } = openTwo()
  const log: string[] = []
  const place = placeOf(log, 'a')
  expect(ofAgents.isThere(1n)).toBe(false)
  ofSockets.enter(1n, place)
  expect(ofAgents.isThere(1n)).toBe(true)
  ofAgents.nudge(1n)
  ofAgents.nudgeQueue()
  ofAgents.showTyping(1n, true)
  expect(log).toEqual(['a refreshed', 'a refreshed', 'a sees typing true'])
  ofSockets.leave(1n, place)
  expect(ofAgents.isThere(1n)).toBe(false)
})

test('a customer who enters in one process leaves the other, and is there', () => {
  const { ofSockets, ofAgents } = openTwo()
  const log: string[] = []
  const former = placeOf(log, 'former')
  ofSockets.enter(1n, former)
  ofAgents.enter(1n, placeOf(log, 'newer'))
  expect(log).toEqual(['former closed'])
  ofSockets.leave(1n, former)
  expect([ofSockets.isThere(1n), ofAgents.isThere(1n)]).toEqual([true, true])
})

test('an agent of another process sees that a customer types', () => {
  const { sockets, agents } = openTwo()
  const clock = manualClock(0)
  const [ofSockets, ofAgents] = [createTyping(clock, sockets), createTyping(clock, agents)]
  ofSockets.set(1n, true)
  expect(ofAgents.is(1n)).toBe(true)
  ofSockets.set(1n, false)
  expect(ofAgents.is(1n)).toBe(false)
})
