import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { backoffMs, Connection } from './connection.ts'
import type { ConnectionOptions } from './connection.ts'
import { playedSockets } from './testing/played-sockets.ts'

type Sent = { readonly op: 'login' | 'ping' | 'say' }
const received = z.object({ op: z.enum(['welcome', 'news']) })
type Received = z.output<typeof received>

const limits = { firstRetryMs: 1_000, longestRetryMs: 8_000, pingEveryMs: 10_000, silenceLimitMs: 15_000 }

/** A connection whose server is played by the test. */
function world(changed: Partial<ConnectionOptions<Sent, Received>> = {}) {
  const { sockets, newest, say, open } = playedSockets()
  const phases: string[] = []
  const messages: Received[] = []
  const pingsMs: number[] = []
  let nowMs = 1_000_000
  const connection = new Connection<Sent, Received>({
    limits,
    nowMs: () => nowMs,
    random: () => 1,
    openSocket: open,
    greeting: () => [{ op: 'login' }],
    ping: { op: 'ping' },
    schema: received,
    isWelcome: ({ op }) => op === 'welcome',
    onMessage: (message) => messages.push(message),
    onPhase: (phase) => phases.push(phase),
    onPing: (sentMs) => pingsMs.push(sentMs),
    ...changed,
  })
  return {
    connection,
    sockets,
    phases,
    messages,
    pingsMs,
    newest,
    receive: say,
    welcome: () => {
      newest().events.onOpen()
      say({ op: 'welcome' })
    },
    /** The device sleeps: time passes without ticks. */
    sleep: (ms: number) => (nowMs += ms),
    pass: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        nowMs += Math.min(1_000, ms - passed)
        connection.tick()
      }
    },
  }
}

/** The same after its welcome. */
function online(changed: Parameters<typeof world>[0] = {}) {
  const whole = world(changed)
  whole.connection.start()
  whole.welcome()
  return whole
}

describe('a connection', () => {
  it('sends its greeting on each socket and is online after the welcome', () => {
    const { connection, newest, phases, welcome } = world()
    connection.start()
    expect(phases).toEqual(['connecting'])
    newest().events.onOpen()
    expect(newest().sent).toEqual([{ op: 'login' }])
    expect(phases).toEqual(['connecting'])
    welcome()
    expect(phases).toEqual(['connecting', 'online'])
  })

  it('sends nothing before the socket is open', () => {
    const { connection, newest } = world()
    connection.start()
    connection.send({ op: 'say' })
    newest().events.onOpen()
    expect(newest().sent).toEqual([{ op: 'login' }])
  })

  it('pings after the welcome and then at its interval', () => {
    const { newest, pingsMs, pass, receive } = online()
    expect(newest().sent).toEqual([{ op: 'login' }, { op: 'ping' }])
    pass(9_000)
    receive({ op: 'news' })
    expect(pingsMs).toEqual([1_000_000])
    pass(1_000)
    expect(pingsMs).toEqual([1_000_000, 1_010_000])
  })

  it('skips messages that it cannot read', () => {
    const { newest, messages, receive } = online()
    newest().events.onText('not JSON')
    receive({ op: 'from-the-future' })
    receive({ op: 'news' })
    expect(messages).toEqual([{ op: 'welcome' }, { op: 'news' }])
  })

  it('ignores a socket that it has dropped', () => {
    const { connection, sockets, messages } = online()
    connection.restart()
    sockets[0]?.events.onText('{"op":"news"}')
    sockets[0]?.events.onClose(1006)
    expect(messages).toEqual([{ op: 'welcome' }])
    expect(sockets).toHaveLength(2)
  })
})

describe('a reconnect', () => {
  it('waits twice as long after each failure, up to the limit', () => {
    const { connection, newest, pass, sockets } = world()
    connection.start()
    for (const [failures, waitMs] of [1_000, 2_000, 4_000, 8_000, 8_000].entries()) {
      newest().events.onClose(1006)
      pass(waitMs - 1_000)
      expect(sockets).toHaveLength(failures + 1)
      pass(1_000)
      expect(sockets).toHaveLength(failures + 2)
    }
  })

  it('waits from the shortest pause again after a welcome', () => {
    const { connection, newest, pass, sockets, welcome } = world()
    connection.start()
    newest().events.onClose(1006)
    pass(1_000)
    newest().events.onClose(1006)
    pass(2_000)
    welcome()
    newest().events.onClose(1006)
    pass(1_000)
    expect(sockets).toHaveLength(4)
  })

  it('comes when a server that stops says so, and never later than the longest pause', () => {
    const { newest, pass, sockets } = online()
    newest().events.onClose(1001, '4700')
    pass(4_000)
    expect(sockets).toHaveLength(1)
    pass(1_000)
    expect(sockets).toHaveLength(2)
    newest().events.onClose(1001, '86400000')
    pass(8_000)
    expect(sockets).toHaveLength(3)
    // Words are no number: the usual pause after so many failures.
    newest().events.onClose(1001, 'the server is going away')
    pass(4_000)
    expect(sockets).toHaveLength(4)
  })

  it('is spread over half of the pause by chance', () => {
    expect(backoffMs(0, 0, limits)).toBe(500)
    expect(backoffMs(0, 1, limits)).toBe(1_000)
    expect(backoffMs(2, 0.5, limits)).toBe(3_000)
    expect(backoffMs(2_000, 1, limits)).toBe(8_000)
  })

  it('follows a socket that has gone silent', () => {
    const { sockets, phases, pass } = online()
    pass(15_000)
    expect(sockets[0]?.isClosed).toBe(false)
    pass(1_000)
    expect(sockets[0]?.isClosed).toBe(true)
    expect(phases.at(-1)).toBe('offline')
    pass(1_000)
    expect(sockets).toHaveLength(2)
  })

  it('comes at once when a device wakes up after sleep', () => {
    const { connection, sockets, sleep } = online()
    sleep(4_000)
    connection.revive()
    expect(sockets).toHaveLength(1)
    sleep(1)
    connection.revive()
    expect(sockets).toHaveLength(2)
    expect(sockets[0]?.isClosed).toBe(true)
  })

  it('does not follow a stop', () => {
    const { connection, sockets, pass } = online()
    connection.stop()
    pass(60_000)
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.isClosed).toBe(true)
  })

  it('does not follow a stop during the pause before it', () => {
    const { connection, newest, sockets, pass } = world()
    connection.start()
    newest().events.onClose(1006)
    connection.stop()
    pass(60_000)
    expect(sockets).toHaveLength(1)
  })

  it('does not follow a close that the caller takes as final, until it starts again', () => {
    const { connection, newest, pass, sockets, welcome } = online({ onClose: (code) => code !== 4002 })
    newest().events.onClose(4002)
    pass(60_000)
    expect(sockets).toHaveLength(1)
    connection.start()
    welcome()
    newest().events.onClose(1006)
    pass(1_000)
    expect(sockets).toHaveLength(3)
  })
})

describe('the preparation of a socket', () => {
  it('comes before each socket, and is retried after a pause', async () => {
    const outcomes = ['later', 'ready', 'ready'] as const
    let prepared = 0
    const { connection, newest, pass, phases, sockets } = world({
      prepare: () => Promise.resolve(outcomes[(prepared += 1) - 1] ?? 'never'),
    })
    connection.start()
    await Promise.resolve()
    expect([sockets.length, phases.at(-1)]).toEqual([0, 'offline'])
    pass(1_000)
    await Promise.resolve()
    expect(sockets).toHaveLength(1)
    newest().events.onClose(1006)
    pass(2_000)
    await Promise.resolve()
    expect([sockets.length, prepared]).toEqual([2, 3])
  })

  it('gives up for good where it says so', async () => {
    const { connection, pass, sockets } = world({ prepare: () => Promise.resolve('never') })
    connection.start()
    await Promise.resolve()
    pass(60_000)
    await Promise.resolve()
    expect(sockets).toHaveLength(0)
  })

  it('opens no socket for a connection that was stopped meanwhile', async () => {
    const { connection, sockets } = world({ prepare: () => Promise.resolve('ready') })
    connection.start()
    connection.stop()
    await Promise.resolve()
    expect(sockets).toHaveLength(0)
  })
})
