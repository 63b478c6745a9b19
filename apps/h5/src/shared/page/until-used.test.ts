import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { untilUsed } from './until-used.ts'

type Listener = () => void

/** The registered listeners of page and connection. */
const listening = new Map<string, Set<Listener>>()
const listen = (type: string, listener: Listener) =>
  void listening.set(type, (listening.get(type) ?? new Set()).add(listener))
const forget = (type: string, listener: Listener) => void listening.get(type)?.delete(listener)
const happen = (type: string) => listening.get(type)?.forEach((listener) => listener())
let phase: 'online' | 'offline'
const realtime = {
  connection: () => ({ phase, sinceMs: 0 }),
  subscribeConnection: (listener: Listener) => (listen('connection', listener), () => forget('connection', listener)),
}

beforeEach(() => {
  listening.clear()
  phase = 'online'
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('removeEventListener', forget)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['a touch', () => happen('pointerdown')],
  ['a key', () => happen('keydown')],
  ['two seconds', () => vi.advanceTimersByTime(2_000)],
  ['the loss of the network', () => ((phase = 'offline'), happen('connection'))],
])('ends with %s, and then waits for nothing', async (_name, cause) => {
  const ended = untilUsed(realtime)
  happen('connection')
  expect([...listening].map(([type, { size }]) => `${type} ${size}`)).toEqual([
    'pointerdown 1',
    'keydown 1',
    'connection 1',
  ])
  cause()
  await ended
  expect([...listening.values()].every(({ size }) => size === 0)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
