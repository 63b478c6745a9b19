/**
 * A server of `fanout` and `reconnect` in a process of its own. `candor`: the real sockets and realtime role, with
 * frames from a bus. `raw`: the `ws` package broadcasting the same prepared texts.
 */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QuoteView } from '@candor/api'
import { slotMs } from '@candor/formulas'
import { WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { readSeedCatalogue } from '../apps/server/src/modules/market/seed-files.ts'
import { createRealtimeService } from '../apps/server/src/modules/realtime/index.ts'
import { changedCells, frameMessage } from '../apps/server/src/modules/realtime/realtime.ts'
import type { FannedInstrument } from '../apps/server/src/modules/realtime/realtime.ts'
import { createBus } from '../apps/server/src/platform/bus/index.ts'
import type { PublishedFrame } from '../apps/server/src/platform/bus/index.ts'
import { acceptBacklog } from '../apps/server/src/platform/http/servers.ts'
import { createLogger } from '../apps/server/src/platform/logger.ts'
import { createMetrics } from '../apps/server/src/platform/metrics.ts'
import type { Principal } from '../apps/server/src/platform/principal.ts'
import { attachSocketServer } from '../apps/server/src/platform/websocket/index.ts'
import type { heldMemory, sentFrames } from './fanout-messages.ts'
import { serverRequest } from './fanout-messages.ts'

const listed = readSeedCatalogue()
  .filter(({ isHidden }) => !isHidden)
  .map(({ id, symbol, category, priceDecimals }) => ({ id, symbol, category, decimals: priceDecimals }))
const instruments: readonly FannedInstrument[] = listed

/** Every price moves in every slot: as much to send as there can be. */
function frameOf(slot: number): PublishedFrame {
  const length = Math.max(...listed.map(({ id }) => id))
  const all = <T>(value: (index: number) => T) => Array.from({ length }, (_, index) => value(index))
  return {
    slot,
    publishedMs: performance.timeOrigin + performance.now(),
    prices: all((index) => 1_000_000n + BigInt(index * 7_919 + (slot % 1_000) * 3)),
    agesMs: all((index) => (index * 37) % 500),
    states: all(() => 1),
    epochs: all(() => 1),
    sourceKinds: all(() => 0),
    volumes: all(() => 0n),
  }
}

/** As long as real ones: what a snapshot costs depends on it. */
function quoteOf(id: number): QuoteView | null {
  const symbol = listed.find((instrument) => instrument.id === id)?.symbol
  if (symbol === undefined) return null
  const prices = { last: '10012.34', open: '10001.23', high: '10101.01', low: '9890.12', changeRate: '0.11' }
  return { id, symbol, ...prices, volume: '1234.5', slot, ageMs: 37, state: 'open' }
}

/** Every token is that of a customer, as if it were cached. */
function principalOf(token: string): Principal {
  return { customerId: BigInt(token), sessionId: BigInt(token), isEnabled: true, kycState: 'verified' }
}

function serveCandor(http: Server): (slot: number) => void {
  const bus = createBus((_topic, fault) => {
    throw fault
  })
  const logger = createLogger({ level: 'silent', role: 'bench' })
  const metrics = createMetrics()
  const realtime = createRealtimeService({
    bus,
    logger,
    metrics,
    mode: 'sandbox',
    genesisMs: 0,
    reader: { instruments, quote: quoteOf },
    readCandle: () => null,
    newestSlot: () => slot,
    authenticate: (token) => Promise.resolve(principalOf(token)),
    admitAuth: () => true,
    nowMs: Date.now,
  })
  attachSocketServer(http, {
    endpoints: [realtime.endpoint],
    origins: { allowedOrigins: [], allowLocalOrigins: true },
    allowedHosts: [],
    logger,
    metrics,
    maxSocketsPerNetwork: Infinity,
    addressOf: (request) => request.socket.remoteAddress ?? '',
  })
  return (slot) => {
    bus.publish('frame', frameOf(slot))
  }
}

function serveRaw(http: Server): (slot: number) => void {
  const sockets = new WebSocketServer({ server: http, path: '/ws', perMessageDeflate: false })
  sockets.on('connection', (socket) => socket.on('message', () => undefined))
  const cells = changedCells(frameOf(0), null, instruments)
  return (slot) => {
    const head = { ...frameOf(0), slot, publishedMs: performance.timeOrigin + performance.now() }
    const bytes = Buffer.from(frameMessage(head, instruments, cells, new Map()))
    for (const socket of sockets.clients) socket.send(bytes, { binary: false })
  }
}

let slot = 0
const http = createServer()
const broadcast = process.argv[2] === 'raw' ? serveRaw(http) : serveCandor(http)

/** Sends frames at the market's pace. Returns the processor time used, and the last slot. */
async function send(count: number): Promise<z.output<typeof sentFrames>> {
  const before = process.cpuUsage()
  const startMs = performance.now()
  for (let sent = 0; sent < count; sent += 1) {
    await sleep(Math.max(0, startMs + sent * slotMs - performance.now()))
    slot += 1
    broadcast(slot)
  }
  await sleep(slotMs)
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1_000, slot }
}

function held(): z.output<typeof heldMemory> {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { bytes: rss, usedBytes: heapUsed + external }
}

http.listen({ port: 0, host: '127.0.0.1', backlog: acceptBacklog }, () => {
  const address = http.address()
  process.send?.({ port: address !== null && typeof address === 'object' ? address.port : 0 })
})
process.on('message', (message) => {
  const request = z.parse(serverRequest, message)
  if ('send' in request) void send(request.send).then((sent) => process.send?.(sent))
  else process.send?.(held())
})
process.on('disconnect', () => process.exit(0))
