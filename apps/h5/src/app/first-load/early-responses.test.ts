import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callEarly, takeEarlyResponse } from './early-responses.ts'

const address = 'https://api.example/api/market/quotes'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('{}')),
  )
  vi.stubGlobal('location', { hash: '#/pages/market/market' })
})
afterEach(() => {
  globalThis.candorEarly = undefined
  globalThis.candorFirstCalls = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an early answer serves the same call once, and no other one', async () => {
  void callEarly(address, { category: 'crypto' }, 'en')
  expect(takeEarlyResponse(address, new URLSearchParams({ category: 'forex' }))).toBeNull()
  expect(takeEarlyResponse(`${address}/other`, new URLSearchParams({ category: 'crypto' }))).toBeNull()
  const form = new URLSearchParams({ category: 'crypto' })
  expect(await (await takeEarlyResponse(address, form))?.text()).toBe('{}')
  expect(takeEarlyResponse(address, form)).toBeNull()
})

test('what a page called for first is known, with the screen that it was opened with', () => {
  void callEarly(address, { category: 'crypto' }, 'de')
  expect(globalThis.candorFirstCalls).toEqual({
    screen: '#/pages/market/market',
    calls: [{ address, body: 'category=crypto', language: 'de' }],
  })
})

test('an early response that has grown old is not used', () => {
  void callEarly(address, {}, 'en')
  vi.advanceTimersByTime(10_000)
  expect(takeEarlyResponse(address, new URLSearchParams())).toBeNull()
})

test('a call that nobody takes fails in silence', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError('no network'))),
  )
  await expect(callEarly(address, {}, 'en')).rejects.toThrow('no network')
  await expect(takeEarlyResponse(address, new URLSearchParams())).rejects.toThrow('no network')
})
