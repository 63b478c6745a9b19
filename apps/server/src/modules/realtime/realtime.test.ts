import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { AccountEvent, QuoteView, ServerMessage } from '@candor/api'
import { serverMessage, socketProtocol } from '@candor/api'
import { parse } from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createBus } from '../../platform/bus/index.ts'
import type { Bus, PublishedFrame } from '../../platform/bus/index.ts'
import { createLogger } from '../../platform/logger.ts'
import { createMetrics } from '../../platform/metrics.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Principal } from '../../platform/principal.ts'
import { attachSocketServer } from '../../platform/websocket/index.ts'
import { createRealtimeService } from './index.ts'

const instruments = [
  { id: 1, symbol: 'GOLD', category: 'futures', decimals: 2 },
  { id: 2, symbol: 'EURUSD', category: 'forex', decimals: 6 },
  { id: 3, symbol: 'BTCUSDT', category: 'crypto', decimals: 3 },
] as const
const alice: Principal = { customerId: 7n, sessionId: 70n, isEnabled: true, kycState: 'verified' }

let server: Server
let bus: Bus
let metrics: Metrics
let url: string
let close: () => void
let frames: PublishedFrame[]
let authenticate: (token: string) => Promise<Principal | null>

function frame(slot: number, prices: bigint[], changes: Partial<PublishedFrame> = {}): PublishedFrame {
  return {
    slot,
    publishedMs: slot * 500,
    prices,
    agesMs: [0, 0, 0],
    states: [1, 1, 1],
    epochs: [1, 1, 1],
    sourceKinds: [0, 0, 0],
    volumes: [0n, 0n, 0n],
    ...changes,
  }
}

function publish(published: PublishedFrame): void {
  frames.push(published)
  bus.publish('frame', published)
}

function quote(id: number): QuoteView | null {
  const instrument = instruments[id - 1]
  const newest = frames.at(-1)
  if (instrument === undefined || newest === undefined) return null
  const last = String(newest.prices[id - 1])
  return {
    id,
    symbol: instrument.symbol,
    last,
    open: last,
    high: last,
    low: last,
    volume: '0',
    changeRate: '0.00',
    slot: newest.slot,
    ageMs: 0,
    state: 'open',
  }
}

let isOfCell = false

beforeEach(async () => {
  frames = []
  authenticate = async (token) => (token === 'alice' ? alice : null)
  metrics = createMetrics()
  const logger = createLogger({ level: 'silent', role: 'test' })
  bus = createBus((_topic, fault) => {
    throw fault
  })
  const realtime = createRealtimeService({
    bus,
    metrics,
    logger,
    mode: 'sandbox',
    genesisMs: 0,
    reader: { instruments, quote },
    readCandle: (id) => {
      const close = String(frames.at(-1)?.prices[id - 1])
      return [0, '10', '12', '9', close, '5']
    },
    newestSlot: () => frames.at(-1)?.slot ?? null,
    authenticate: (token) => authenticate(token),
    admitAuth: () => true,
    get endsRefused() {
      return isOfCell
    },
    nowMs: () => Date.now(),
  })
  server = createServer()
  const sockets = attachSocketServer(server, {
    endpoints: [realtime.endpoint],
    origins: { allowedOrigins: [], allowLocalOrigins: false },
    allowedHosts: [],
    logger,
    metrics,
    maxSocketsPerNetwork: 5,
    addressOf: (request) => request.socket.remoteAddress ?? '',
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  url = `ws://127.0.0.1:${address.port}/ws`
  close = () => {
    realtime.close()
    sockets.close()
    server.closeAllConnections()
    server.close()
  }
})

afterEach(() => {
  close()
})

interface Client {
  socket: WebSocket
  received: ServerMessage[]
  send(message: unknown): void
  /** Waits for a message that fulfils the condition, including those already received. */
  until(condition: (message: ServerMessage) => boolean): Promise<ServerMessage>
}

async function openClient(origin?: string): Promise<Client> {
  const socket = new WebSocket(url, socketProtocol, origin === undefined ? {} : { origin })
  const received: ServerMessage[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    received.push(parse(serverMessage, JSON.parse(String(data))))
    for (const wake of waiting) wake()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    received,
    send: (message) => {
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    },
    until: (condition) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = received.find(condition)
          if (found === undefined) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
  }
}

function closed(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve))
}

describe('quotes', () => {
  it('greet, then send a snapshot, then only what changed, with every slot named', async () => {
    publish(frame(1, [407_840n, 1_380_000n, 61_000_000n]))
    const client = await openClient()
    expect(await client.until(({ op }) => op === 'hello')).toMatchObject({ mode: 'sandbox', slot: 1, genesisMs: 0 })
    client.send({ op: 'sub', ch: 'quotes', args: {} })
    expect(await client.until(({ op }) => op === 'snapshot')).toMatchObject({
      slot: 1,
      items: [{ symbol: 'GOLD' }, { symbol: 'EURUSD' }, { symbol: 'BTCUSDT' }],
    })
    publish(frame(2, [407_850n, 1_380_000n, 61_000_000n]))
    publish(frame(3, [407_850n, 1_380_000n, 61_000_000n], { states: [1, 2, 1], agesMs: [0, 31_000, 0] }))
    publish(frame(4, [407_850n, 1_380_000n, 61_000_000n], { states: [1, 2, 1] }))
    await client.until((message) => message.op === 'frame' && message.slot === 4)
    expect(client.received.filter(({ op }) => op === 'frame')).toEqual([
      { op: 'frame', slot: 2, atMs: 1_000, quotes: [[1, '4078.50', 1, 0]] },
      { op: 'frame', slot: 3, atMs: 1_500, quotes: [[2, '1.380000', 2, 31_000]] },
      { op: 'frame', slot: 4, atMs: 2_000, quotes: [] },
    ])
  })

  it('go to the category or the list that was asked for, and carry day figures', async () => {
    const [forex, list] = [await openClient(), await openClient()]
    forex.send({ op: 'sub', ch: 'quotes', args: { category: 'forex' } })
    list.send({ op: 'sub', ch: 'quotes', args: { symbols: ['BTCUSDT', 'GOLD'] } })
    for (const client of [forex, list]) {
      client.send({ op: 'ping' })
      await client.until(({ op }) => op === 'pong')
    }
    publish(frame(1, [1n, 2n, 3n], { figures: [{ instrumentId: 3, open: 1n, high: 5n, low: 1n, volume: 2_500_000n }] }))
    expect(await forex.until(({ op }) => op === 'frame')).toEqual({
      op: 'frame',
      slot: 1,
      atMs: 500,
      quotes: [[2, '0.000002', 1, 0]],
    })
    expect(await list.until(({ op }) => op === 'frame')).toMatchObject({
      quotes: [
        [1, '0.01', 1, 0],
        [3, '0.003', 1, 0],
      ],
      statistics: [[3, '0.001', '0.005', '0.001', '2.500000']],
    })
  })

  it('refuse an unknown symbol and messages that cannot be read', async () => {
    const client = await openClient()
    client.send({ op: 'sub', ch: 'quotes', args: { symbols: ['NOSUCH'] } })
    expect(await client.until(({ op }) => op === 'error')).toEqual({ op: 'error', error: 'unknown-instrument' })
    client.send('{"op":')
    await client.until((message) => message.op === 'error' && message.error === 'malformed')
  })

  it('conflate a slow socket to a snapshot of the newest frame instead of queueing', async () => {
    publish(frame(1, [1n, 2n, 3n]))
    const slow = await slowPeer({ op: 'sub', ch: 'quotes', args: {} }, 'snapshot')
    for (let slot = 2; slot < 400_000 && (await metrics.conflatedFrames.get()).values[0]?.value !== 3; slot += 1) {
      publish(frame(slot, [BigInt(slot), BigInt(slot), BigInt(slot)]))
      if (slot % 500 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await metrics.conflatedFrames.get()).values[0]?.value).toBe(3)
    slow.resume()
    const resumedAt = frames.at(-1)?.slot ?? 0
    await expect
      .poll(
        () => {
          publish(frame((frames.at(-1)?.slot ?? 0) + 1, [9n, 9n, 9n]))
          return Number(/"op":"snapshot","ch":"quotes","slot":(\d+)/.exec(slow.text())?.[1] ?? 0)
        },
        { timeout: 10_000, interval: 20 },
      )
      .toBeGreaterThan(resumedAt)
    slow.destroy()
  })
})

/**
 * A peer that speaks just enough WebSocket to send one message, waits for the first bytes of the response, then stops
 * reading.
 */
async function slowPeer(
  message: object,
  awaited: string,
): Promise<{ resume(): void; text(): string; destroy(): void }> {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text = (text + chunk.toString('latin1')).slice(-200_000)
  })
  const key = Buffer.alloc(16).toString('base64')
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ${socketProtocol}\r\n\r\n`,
  )
  const payload = Buffer.from(JSON.stringify(message))
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]))
  await expect.poll(() => text.includes(awaited)).toBe(true)
  socket.pause()
  return { resume: () => socket.resume(), text: () => text, destroy: () => socket.destroy() }
}

describe('the account channel', () => {
  const event: AccountEvent = {
    type: 'balances',
    items: [
      { asset: 'USD', available: '1', heldInContracts: '0', heldInWithdrawals: '0', inEscrow: '0', inTerms: '0' },
    ],
    totalUsd: '1',
    availableUsd: '1',
    version: 1,
  }

  it('reaches only the customer who authenticated, and ends with the session', async () => {
    const [owner, stranger] = [await openClient(), await openClient()]
    owner.send({ op: 'auth', token: 'alice' })
    stranger.send({ op: 'auth', token: 'guess' })
    await owner.until(({ op }) => op === 'authenticated')
    await stranger.until((message) => message.op === 'error' && message.error === 'not-logged-in')
    expect([7n, 8n].map((customerId) => bus.isAwaited(customerId))).toEqual([true, false])
    bus.publish('account', { customerId: 7n, event })
    bus.publish('account', { customerId: 8n, event })
    expect(await owner.until(({ op }) => op === 'account')).toEqual({ op: 'account', event })
    bus.publish('session-revoked', { customerId: 7n, sessionId: 71n })
    const ended = closed(owner.socket)
    bus.publish('session-revoked', { customerId: 7n, sessionId: 70n })
    expect(await ended).toBe(4_001)
    expect(owner.received.filter(({ op }) => op === 'account')).toHaveLength(1)
    expect(stranger.received.filter(({ op }) => op === 'account')).toHaveLength(0)
    await expect.poll(() => bus.isAwaited(7n)).toBe(false)
  })
})

describe('logging in on a socket', () => {
  it('leaves a socket whose login is refused open, and closes it on a platform of several cells', async () => {
    const kept = await openClient()
    kept.send({ op: 'auth', token: 'guess' })
    await kept.until((message) => message.op === 'error' && message.error === 'not-logged-in')
    isOfCell = true
    const elsewhere = await openClient()
    isOfCell = false
    const ended = closed(elsewhere.socket)
    elsewhere.send({ op: 'auth', token: 'guess' })
    expect(await ended).toBe(4_001)
    expect(kept.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('closes the socket and keeps the server when the look-up fails', async () => {
    authenticate = async () => {
      throw new Error('the database is away')
    }
    const client = await openClient()
    const ended = closed(client.socket)
    client.send({ op: 'auth', token: 'alice' })
    expect(await ended).toBe(1_011)
  })

  it('does not outlive a session that ends during the look-up', async () => {
    let lookUps = 0
    authenticate = async () => {
      lookUps += 1
      return lookUps === 1 ? alice : null
    }
    const client = await openClient()
    const ended = closed(client.socket)
    client.send({ op: 'auth', token: 'alice' })
    expect(await ended).toBe(4_001)
  })
})

describe('candles', () => {
  it('go out after a frame that changed them, and only then', async () => {
    const client = await openClient()
    client.send({ op: 'sub', ch: 'candles', args: { symbol: 'GOLD', interval: '1m' } })
    client.send({ op: 'ping' })
    await client.until(({ op }) => op === 'pong')
    publish(frame(1, [11n, 1n, 1n]))
    publish(frame(2, [11n, 2n, 1n]))
    publish(frame(3, [12n, 2n, 1n]))
    await client.until((message) => message.op === 'candle' && message.candle[4] === '12')
    expect(client.received.filter(({ op }) => op === 'candle')).toEqual([
      { op: 'candle', symbol: 'GOLD', interval: '1m', candle: [0, '10', '12', '9', '11', '5'] },
      { op: 'candle', symbol: 'GOLD', interval: '1m', candle: [0, '10', '12', '9', '12', '5'] },
    ])
  })
})

describe('limits', () => {
  it('close a socket that floods', async () => {
    const client = await openClient()
    const ended = closed(client.socket)
    for (let count = 0; count < 25; count += 1) client.send({ op: 'ping' })
    expect(await ended).toBe(1_008)
  })

  it('close a socket whose message is too long', async () => {
    const client = await openClient()
    const ended = closed(client.socket)
    client.send({ op: 'auth', token: 'x'.repeat(5_000) })
    expect(await ended).toBe(1_009)
  })

  it('survive peers that reset while they are refused, and leave none of them open', async () => {
    const port = Number(new URL(url).port)
    for (const path of ['/other', '/ws']) {
      const peer = connect(port, '127.0.0.1')
      peer.on('error', () => undefined)
      const key = Buffer.alloc(16).toString('base64')
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
      peer.write(`${head}Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`)
      peer.resetAndDestroy()
    }
    const stranger = connect(port, '127.0.0.1')
    const ended = new Promise((resolve) => stranger.once('close', resolve))
    stranger.resume()
    stranger.write('GET /other HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    await ended
    expect((await openClient()).socket.readyState).toBe(WebSocket.OPEN)
  })

  it('drop a peer that is sent events and reads none of them', async () => {
    const greedy = await slowPeer({ op: 'auth', token: 'alice' }, 'authenticated')
    const open = async (): Promise<number | undefined> => {
      for (let count = 0; count < 5_000; count += 1)
        bus.publish('account', {
          customerId: 7n,
          event: { type: 'balances', items: [], totalUsd: null, availableUsd: null, version: 1 },
        })
      return (await metrics.sockets.get()).values[0]?.value
    }
    await expect.poll(open, { timeout: 20_000, interval: 1 }).toBe(0)
    greedy.destroy()
  }, 30_000)

  it('refuse a foreign page, another path and too many sockets of one address', async () => {
    await expect(openClient('https://evil.example')).rejects.toThrow('403')
    for (let count = 0; count < 5; count += 1) await openClient()
    await expect(openClient()).rejects.toThrow('429')
  })
})
