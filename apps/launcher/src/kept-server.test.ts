import { describe, expect, test, vi } from 'vitest'
import { keepServer } from './kept-server.ts'
import type { ServerProcess } from './server-process.ts'

/** A server that ends on command. */
function fakeServer() {
  const ended = Promise.withResolvers<number | null>()
  const calls: string[] = []
  const server: ServerProcess = {
    pid: 1,
    metricsPort: 1,
    exited: ended.promise,
    stop: () => {
      calls.push('stop')
      return Promise.resolve()
    },
    kill: () => calls.push('kill'),
  }
  return { server, calls, fall: (code: number | null) => ended.resolve(code) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a kept server', () => {
  test('is started again when it falls, and the one that runs is stopped', async () => {
    const [first, second] = [fakeServer(), fakeServer()]
    const kept = keepServer(first.server, () => Promise.resolve(second.server), 'server.log')
    first.fall(null)
    await turn()
    expect(kept.current).toBe(second.server)
    await kept.stop()
    expect([first.calls, second.calls]).toEqual([[], ['stop']])
  })

  test('is given up with one sentence after five falls within ten seconds', async () => {
    let started = 0
    const falling = () => {
      const next = fakeServer()
      started += 1
      next.fall(1)
      return next.server
    }
    const kept = keepServer(falling(), () => Promise.resolve(falling()), 'server.log')
    expect(await kept.failed).toBe(
      'The server ended by itself (1) or did not start 5 times within 10 s; its log is server.log.',
    )
    expect(started).toBe(5)
  })

  test('is tried again where it does not start: PostgreSQL may be on its way back', async () => {
    const [first, second] = [fakeServer(), fakeServer()]
    const outcomes = [Promise.reject(new Error('no database')), Promise.resolve(second.server)]
    const kept = keepServer(first.server, () => outcomes.shift() ?? Promise.reject(new Error('no more')), 'server.log')
    first.fall(null)
    await vi.waitFor(() => expect(kept.current).toBe(second.server), 3_000)
  })

  test('is not started again once it is to stop, and what is starting gives up', async () => {
    const first = fakeServer()
    const signals: AbortSignal[] = []
    const kept = keepServer(
      first.server,
      (signal) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
      'server.log',
    )
    first.fall(null)
    await turn()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await kept.stop()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(first.calls).toEqual([])
  })
})
