/**
 * The customers of `reconnect` in a process of their own: sockets that are lost all at once and return as the app's
 * do, each at its own moment.
 */
import type { Socket } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { quantile } from './figure.ts'
import { reconnectRequest } from './reconnect-messages.ts'
import { openSocketClient, readHead } from './socket-client.ts'

/** Sockets that are being opened at a time at first. */
const openingAtOnce = 100
/** The app's pauses (`backoffMs` of packages/client), which code without a browser cannot import. */
const retry = { firstMs: 500, longestMs: 15_000 } as const
/** The app looks once a second whether a retry is due. */
const tickMs = 1_000
const lookEveryMs = 10
const arriveWithinMs = 5_000

interface Customer {
  readonly index: number
  /** When in each second its app looks whether a retry is due. */
  readonly phaseMs: number
  socket: Socket | null
  /** How often it has lost its socket: what an earlier attempt opens is of no use. */
  losses: number
  /** The newest slot that it knows: all before it are known, but for those that `missed` counts. */
  slot: number | null
  isLive: boolean
  missed: number
}

let port = 0
let customers: Customer[] = []
let handshakesMs: number[] = []
let failures = 0

async function connectOne(customer: Customer): Promise<void> {
  const startMs = performance.now()
  const { losses } = customer
  const args = customer.slot === null ? {} : { lastSlot: customer.slot }
  const socket = await openSocketClient({
    port,
    index: customer.index,
    greeting: [
      { op: 'auth', token: String(customer.index + 1) },
      { op: 'sub', ch: 'quotes', args },
    ],
    onHead: (head) => {
      if (customer.losses === losses) take(customer, head)
    },
  })
  if (customer.losses !== losses) return void socket.destroy()
  customer.socket = socket
  handshakesMs.push(performance.now() - startMs)
}

/** A snapshot holds everything until its slot; after it, each frame has to be the next one. */
function take(customer: Customer, head: string): void {
  const message = readHead(head)
  if (message === null) return
  if (message.op === 'frame') {
    if (customer.slot !== null) customer.missed += Math.max(0, message.slot - customer.slot - 1)
    customer.isLive = true
  }
  customer.slot = message.slot
}

async function openAll(count: number): Promise<number> {
  customers = Array.from({ length: count }, (_, index) => ({
    index,
    phaseMs: Math.random() * tickMs,
    socket: null,
    losses: 0,
    slot: null,
    isLive: false,
    missed: 0,
  }))
  for (let from = 0; from < count; from += openingAtOnce)
    await Promise.all(customers.slice(from, from + openingAtOnce).map(connectOne))
  return customers.length
}

/** Retries as the app does: after the pause of its connection, at the next tick. */
async function returnOne(customer: Customer, untilMs: number): Promise<void> {
  for (let attempt = 0; performance.now() < untilMs; attempt += 1) {
    const longestMs = Math.min(retry.longestMs, retry.firstMs * 2 ** attempt)
    const pauseMs = (longestMs / 2) * (1 + Math.random())
    await sleep(customer.phaseMs + Math.ceil((pauseMs - customer.phaseMs) / tickMs) * tickMs)
    try {
      await connectOne(customer)
      return
    } catch {
      failures += 1
    }
  }
}

/** Cuts all sockets, and waits until each has a frame of a new one, or for `withinMs`. */
async function dropAll(withinMs: number) {
  handshakesMs = []
  failures = 0
  const startMs = performance.now()
  for (const customer of customers) {
    customer.isLive = false
    customer.missed = 0
    customer.losses += 1
    customer.socket?.resetAndDestroy()
    void returnOne(customer, startMs + withinMs)
  }
  while (performance.now() - startMs < withinMs && !customers.every(({ isLive }) => isLive)) await sleep(lookEveryMs)
  const liveMs = performance.now() - startMs
  const away = customers.filter(({ isLive }) => !isLive).length
  return { liveMs, away, handshakeP99Ms: quantile(handshakesMs, 0.99), failures }
}

/**
 * Frames that exist until a slot and that connected customers neither got nor have in a snapshot. Waits for what is
 * on its way.
 */
async function missedUntil(slot: number): Promise<number> {
  const connected = customers.filter(({ isLive }) => isLive)
  const startMs = performance.now()
  const isComplete = () => connected.every(({ slot: known }) => known !== null && known >= slot)
  while (!isComplete() && performance.now() - startMs < arriveWithinMs) await sleep(lookEveryMs)
  return connected.reduce((sum, { missed, slot: known }) => sum + missed + Math.max(0, slot - (known ?? 0)), 0)
}

process.on('message', (message) => {
  const request = z.parse(reconnectRequest, message)
  if ('open' in request) {
    port = request.open.port
    void openAll(request.open.sockets).then((count) => process.send?.({ opened: count }))
  } else if ('drop' in request) void dropAll(request.drop.withinMs).then((answer) => process.send?.(answer))
  else void missedUntil(request.check.slot).then((missed) => process.send?.({ missed }))
})
process.on('disconnect', () => process.exit(0))
