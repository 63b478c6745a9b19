import { describe, expect, test } from 'vitest'
import { keepRole } from './kept-role.ts'
import type { RoleProcess } from './role-process.ts'

/** A process that ends on command. */
function fakeProcess() {
  const ended = Promise.withResolvers<number | null>()
  const calls: string[] = []
  const fake: RoleProcess = {
    pid: 1,
    ports: { consolePort: 2, metricsPort: 1 },
    exited: ended.promise,
    stop: () => {
      calls.push('stop')
      return Promise.resolve()
    },
    kill: () => calls.push('kill'),
  }
  return { process: fake, calls, fall: (code: number | null) => ended.resolve(code) }
}

const server = { role: 'server', logFile: 'server.log' } as const
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a kept process', () => {
  test('is started again when it falls, and the one that runs is stopped', async () => {
    const [first, second] = [fakeProcess(), fakeProcess()]
    const kept = keepRole(first.process, () => Promise.resolve(second.process), server)
    first.fall(null)
    await turn()
    expect(kept.current).toBe(second.process)
    await kept.stop()
    expect([first.calls, second.calls]).toEqual([[], ['stop']])
  })

  test('is given up with one sentence after five falls within ten seconds', async () => {
    let started = 0
    const falling = () => {
      const next = fakeProcess()
      started += 1
      next.fall(1)
      return next.process
    }
    const kept = keepRole(falling(), () => Promise.resolve(falling()), server)
    expect(await kept.failed).toBe(
      'The server ended by itself (1) or did not start 5 times within 10 s; its log is server.log.',
    )
    expect(started).toBe(5)
  })

  test('is tried again where it does not start: PostgreSQL may be on its way back', async () => {
    const [first, second] = [fakeProcess(), fakeProcess()]
    const outcomes = [Promise.reject(new Error('no database')), Promise.resolve(second.process)]
    const kept = keepRole(first.process, () => outcomes.shift() ?? Promise.reject(new Error('no more')), server)
    first.fall(null)
    await expect.poll(() => kept.current).toBe(second.process)
  })

  test('is not started again once it is to stop, and what is starting gives up', async () => {
    const first = fakeProcess()
    const signals: AbortSignal[] = []
    const kept = keepRole(
      first.process,
      (signal) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
      server,
    )
    first.fall(null)
    await turn()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await kept.stop()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(first.calls).toEqual([])
  })
})
