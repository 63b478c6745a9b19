import { dayMs, slotMs } from '@candor/formulas'
import { clientMessage, serverMessage, socketProtocol } from '@candor/api'
import type { ClientMessage, QuoteView, ServerMessage } from '@candor/api'
import { WebSocket, WebSocketServer } from 'ws'
import type { RawData } from 'ws'
import * as z from 'zod/mini'
import { openSlowLine } from './slow-line.ts'

/** A Candor whose socket is served by the benchmark, to pages that have `fastClock`. */
export interface FastFeed {
  readonly origin: string
  /** Ends the market's pace, at which it sends to a page that is loading. */
  hold(): void
  /** Sends so many frames, each when the page has drawn the one before. Resolves when the last is drawn. */
  send(frames: number): Promise<void>
  close(): Promise<void>
}

type Candles = Extract<ClientMessage, { op: 'sub'; ch: 'candles' }>['args']

const drawn = 'drawn'
const statisticsEverySlots = 20
const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: dayMs }

/**
 * The page's own time: it passes with the real one until `candorClock.hold()`, and then by one slot with each frame,
 * once that is drawn. Animation frames stay real ones.
 */
export const fastClock = `(() => {
  const real = {
    Date,
    setInterval: setInterval.bind(globalThis),
    clearInterval: clearInterval.bind(globalThis),
    raf: requestAnimationFrame.bind(globalThis),
    now: performance.now.bind(performance),
  }
  const timers = new Map()
  const startMs = Date.now() - performance.now()
  let nowMs = Date.now()
  let isHeld = false
  let lastId = 0
  const plan = (isRepeated) => (run, waitMs = 0, ...given) => {
    const pauseMs = Math.max(1, Number(waitMs) || 0)
    timers.set((lastId += 1), { run, given, dueMs: nowMs + pauseMs, everyMs: isRepeated ? pauseMs : null })
    return lastId
  }
  const pass = (ms) => {
    const untilMs = nowMs + ms
    for (;;) {
      let first = null
      for (const [id, { dueMs }] of timers) if (dueMs <= untilMs && (first === null || dueMs < timers.get(first).dueMs)) first = id
      if (first === null) break
      const timer = timers.get(first)
      nowMs = Math.max(nowMs, timer.dueMs)
      if (timer.everyMs === null) timers.delete(first)
      else timer.dueMs = nowMs + timer.everyMs
      timer.run(...timer.given)
    }
    nowMs = untilMs
  }
  globalThis.setTimeout = plan(false)
  globalThis.setInterval = plan(true)
  globalThis.clearTimeout = globalThis.clearInterval = (id) => void timers.delete(id)
  performance.now = () => nowMs - startMs
  globalThis.requestAnimationFrame = (draw) => real.raf(() => draw(performance.now()))
  globalThis.Date = class extends real.Date {
    constructor(...given) { given.length === 0 ? super(nowMs) : super(...given) }
    static now() { return nowMs }
  }
  let seenMs = real.now()
  const pace = real.setInterval(() => {
    const passedMs = real.now() - seenMs
    seenMs += passedMs
    pass(passedMs)
  }, 4)
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', ({ data }) => {
        if (isHeld && data.startsWith('{"op":"frame"')) real.raf(() => { pass(${slotMs}); this.send('${drawn}') })
      })
    }
  }
  globalThis.candorClock = { hold: () => { isHeld = true; real.clearInterval(pace) } }
})()`

/** Puts the feed before a running Candor, from which it takes the prices to begin with. */
export async function openFastFeed(origin: string): Promise<FastFeed> {
  const { genesisMs, slot: firstSlot, items } = await opening(origin)
  const line = await openSlowLine(origin, { latency: 0, downloadBytesPerSecond: Infinity })
  const sockets = new WebSocketServer({ server: line.server, path: '/ws', handleProtocols: () => socketProtocol })
  const candles = new Map<WebSocket, Candles>()
  let atMs = Date.now()
  let slot = firstSlot
  let onDrawn = (): void => undefined
  const say = (socket: WebSocket, message: ServerMessage) => socket.send(JSON.stringify(message))
  const next = (passedMs: number) => {
    atMs += passedMs
    slot += 1
    const frame = frameOf(items, slot, atMs)
    for (const socket of sockets.clients) {
      const wanted = candles.get(socket)
      if (wanted !== undefined) say(socket, candleOf(items, wanted, slot, atMs))
      say(socket, frame)
    }
  }
  const pace = setInterval(() => next(slotMs), slotMs)
  sockets.on('connection', (socket) => {
    say(socket, { op: 'hello', mode: 'sandbox', nowMs: atMs, genesisMs, slot })
    socket.on('message', (data: RawData) => {
      const text = textOf(data)
      if (text === drawn) return onDrawn()
      const message = z.parse(clientMessage, JSON.parse(text))
      if (message.op === 'ping') say(socket, { op: 'pong', nowMs: atMs })
      if (message.op !== 'sub') return
      if (message.ch === 'candles') candles.set(socket, message.args)
      else say(socket, { op: 'snapshot', ch: 'quotes', slot, atMs, items: items.map((item) => ({ ...item, slot })) })
    })
  })
  return {
    origin: line.origin,
    hold: () => clearInterval(pace),
    send: (frames) =>
      new Promise((resolve) => {
        let left = frames
        onDrawn = () => {
          left -= 1
          if (left > 0) next(slotMs)
          else resolve()
        }
        next(slotMs)
      }),
    close: async () => {
      clearInterval(pace)
      for (const socket of sockets.clients) socket.terminate()
      await line.close()
    },
  }
}

/** What a Candor tells a socket first: its slots, and all quotes. */
async function opening(origin: string): Promise<{ genesisMs: number; slot: number; items: readonly QuoteView[] }> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, socketProtocol)
  let genesisMs = 0
  try {
    return await new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.on('open', () => socket.send(JSON.stringify({ op: 'sub', ch: 'quotes', args: {} })))
      socket.on('message', (data: RawData) => {
        const message = z.parse(serverMessage, JSON.parse(textOf(data)))
        if (message.op === 'hello') genesisMs = message.genesisMs
        if (message.op === 'snapshot') resolve({ genesisMs, slot: message.slot, items: message.items })
      })
    })
  } finally {
    socket.terminate()
  }
}

/** Every price moves in every slot. */
function frameOf(items: readonly QuoteView[], slot: number, atMs: number): ServerMessage {
  const quotes = items.map((item): [number, string, number, number] => [item.id, priceOf(item, slot), 1, 40])
  if (slot % statisticsEverySlots > 0) return { op: 'frame', slot, atMs, quotes }
  const statistics = items.map(({ id, open, high, low, volume }): [number, string, string, string, string] => [
    id,
    open,
    high,
    low,
    volume,
  ])
  return { op: 'frame', slot, atMs, quotes, statistics }
}

function candleOf(
  items: readonly QuoteView[],
  { symbol, interval }: Candles,
  slot: number,
  atMs: number,
): ServerMessage {
  const lengthMs = Number.parseInt(interval, 10) * (unitMs[interval.at(-1) ?? ''] ?? 0)
  const item = items.find((candidate) => candidate.symbol === symbol)
  const price = item === undefined ? '1' : priceOf(item, slot)
  const startMs = Math.floor(atMs / lengthMs) * lengthMs
  return { op: 'candle', symbol, interval, candle: [startMs, price, price, price, price, '1'] }
}

/** A wave of a thousandth of the price, another for each instrument. */
function priceOf({ id, last }: QuoteView, slot: number): string {
  const decimals = last.split('.')[1]?.length ?? 0
  return (Number(last) * (1 + Math.sin(slot / 40 + id) / 1_000)).toFixed(decimals)
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : ''
}
