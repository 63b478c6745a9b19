import { describe, expect, it, vi } from 'vitest'
import type { AccountEvent, CandleView } from '@candor/api'
import { playedSockets } from '@candor/client/testing/played-sockets'
import { createRealtime } from './realtime.ts'

function world({ token = null }: { token?: string | null } = {}) {
  const { sockets, newest, say, open } = playedSockets()
  const state = { nowMs: 1_000_000, token }
  const realtime = createRealtime({
    openSocket: open,
    nowMs: () => state.nowMs,
    random: () => 0,
    token: () => state.token,
  })
  return {
    realtime,
    sockets,
    state,
    newest,
    greet: () => {
      newest().events.onOpen()
      say({ op: 'hello', mode: 'sandbox', nowMs: 5_000_000, genesisMs: 4_000_000, slot: 2_000 })
    },
    say,
    pass: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        state.nowMs += Math.min(1_000, ms - passed)
        realtime.tick()
      }
    },
  }
}

/** The same after the greeting of the server. */
function online() {
  const whole = world()
  whole.realtime.start()
  whole.greet()
  return whole
}

const frame = (slot: number) => ({ op: 'frame', slot, atMs: 5_000_000, quotes: [] })

describe('the connection', () => {
  it('is online after the greeting, and runs on the clock of the server', () => {
    const { realtime, greet } = world()
    realtime.start()
    expect(realtime.connection().phase).toBe('connecting')
    greet()
    expect(realtime.connection().phase).toBe('online')
    expect(realtime.clock.nowMs()).toBe(5_000_000)
    expect(realtime.clock.slot()).toBe(2_000)
  })

  it('logs in and subscribes again on each fresh socket, and names the newest slot', () => {
    const { realtime, greet, say, newest, pass, sockets } = world({ token: 'secret' })
    realtime.start()
    realtime.watchQuotes({ category: 'forex' })
    greet()
    expect(newest().sent.slice(0, 2)).toEqual([
      { op: 'auth', token: 'secret' },
      { op: 'sub', ch: 'quotes', args: { category: 'forex' } },
    ])
    say(frame(2_001))
    newest().events.onClose(1006)
    expect(realtime.connection().phase).toBe('offline')
    pass(1_000)
    expect(sockets).toHaveLength(2)
    greet()
    expect(newest().sent[1]).toEqual({ op: 'sub', ch: 'quotes', args: { category: 'forex', lastSlot: 2_001 } })
  })

  it('waits longer after each failure', () => {
    const { realtime, newest, pass, sockets } = world()
    realtime.start()
    for (let failure = 0; failure < 4; failure += 1) {
      newest().events.onClose(1006)
      pass(8_000)
    }
    expect(sockets).toHaveLength(5)
    newest().events.onClose(1006)
    pass(3_000)
    expect(sockets).toHaveLength(5)
    pass(2_000)
    expect(sockets).toHaveLength(6)
  })

  it('drops a socket that has been silent for fifteen seconds', () => {
    const { realtime, pass, sockets } = online()
    pass(16_000)
    expect(sockets[0]?.isClosed).toBe(true)
    expect(realtime.connection().phase).toBe('offline')
  })

  it('ignores what a dropped socket still says', () => {
    const { realtime, pass, sockets } = online()
    pass(16_000)
    sockets[0]?.events.onText(JSON.stringify(frame(9_999)))
    expect(realtime.quotes.newestSlot()).toBeNull()
  })

  it('opens another socket at once when the phone wakes up and the old one has been silent', () => {
    const { realtime, state, sockets } = online()
    state.nowMs += 60_000
    realtime.revive()
    expect(sockets).toHaveLength(2)
  })

  it('keeps a living socket when the page only comes to the front', () => {
    const { realtime, state, sockets } = online()
    state.nowMs += 1_000
    realtime.revive()
    expect(sockets).toHaveLength(1)
  })

  it('tells of a reconnect, but not of the first connect', () => {
    const { realtime, greet, newest, pass } = world()
    const onReconnect = vi.fn<() => void>()
    realtime.onReconnect(onReconnect)
    realtime.start()
    greet()
    expect(onReconnect).not.toHaveBeenCalled()
    newest().events.onClose(1006)
    pass(1_000)
    greet()
    expect(onReconnect).toHaveBeenCalledTimes(1)
  })

  it('skips messages that it cannot read', () => {
    const { realtime, newest } = online()
    newest().events.onText('not json')
    newest().events.onText('{"op":"from-the-future"}')
    expect(realtime.connection().phase).toBe('online')
  })
})

describe('staleness', () => {
  it('begins five seconds after the last frame and ends with the next', () => {
    const { realtime, greet, say, pass } = world()
    realtime.start()
    realtime.watchQuotes({})
    greet()
    say(frame(2_001))
    pass(5_000)
    expect(realtime.connection().phase).toBe('online')
    pass(1_000)
    expect(realtime.connection().phase).toBe('stale')
    say(frame(2_013))
    expect(realtime.connection().phase).toBe('online')
  })

  it('does not begin where no screen wants quotes', () => {
    const { realtime, say, pass } = online()
    pass(8_000)
    say({ op: 'pong', nowMs: 5_008_000 })
    pass(3_000)
    expect(realtime.connection().phase).toBe('online')
  })
})

describe('subscriptions', () => {
  it('serve two screens with one subscription, and shrink when one goes', async () => {
    const { realtime, newest } = online()
    realtime.watchQuotes({ symbols: ['GOLD'] })
    const stop = realtime.watchQuotes({ symbols: ['GOLD', 'SILVER'] })
    expect(newest().sent.at(-1)).toEqual({ op: 'sub', ch: 'quotes', args: { symbols: ['GOLD', 'SILVER'] } })
    stop()
    await Promise.resolve()
    expect(newest().sent.at(-1)).toEqual({ op: 'sub', ch: 'quotes', args: { symbols: ['GOLD'] } })
  })

  it('end when nobody wants quotes any more', async () => {
    const { realtime, newest } = online()
    realtime.watchQuotes({ category: 'crypto' })()
    await Promise.resolve()
    expect(newest().sent.at(-1)).toEqual({ op: 'unsub', ch: 'quotes' })
  })

  it('hand candles to the screen that asked for this symbol and interval', () => {
    const { realtime, say } = online()
    const onCandle = vi.fn<(candle: CandleView) => void>()
    realtime.watchCandles({ symbol: 'GOLD', interval: '1m' }, onCandle)
    say({ op: 'candle', symbol: 'GOLD', interval: '5m', candle: [1, '1', '1', '1', '1', '0'] })
    expect(onCandle).not.toHaveBeenCalled()
    say({ op: 'candle', symbol: 'GOLD', interval: '1m', candle: [1, '1', '2', '1', '2', '0'] })
    expect(onCandle).toHaveBeenCalledWith([1, '1', '2', '1', '2', '0'])
  })
})

describe('the account', () => {
  it('logs in on the living socket, and opens another one on signing out', () => {
    const { realtime, newest, state, sockets } = online()
    state.token = 'secret'
    realtime.tokenChanged()
    expect(newest().sent.at(-1)).toEqual({ op: 'auth', token: 'secret' })
    state.token = null
    realtime.tokenChanged()
    expect(sockets).toHaveLength(2)
    expect(sockets[0]?.isClosed).toBe(true)
  })

  it('passes balances on', () => {
    const { realtime, greet, say } = world()
    const onEvent = vi.fn<(event: AccountEvent) => void>()
    realtime.onAccountEvent(onEvent)
    realtime.start()
    greet()
    const event = {
      type: 'balances',
      items: [
        { asset: 'USD', available: '1', heldInContracts: '0', heldInWithdrawals: '0', inEscrow: '0', inTerms: '0' },
      ],
      totalUsd: '1',
      availableUsd: '1',
      version: 1,
    }
    say({ op: 'account', event })
    expect(onEvent).toHaveBeenCalledWith(event)
  })
})
