/**
 * The customers of `fanout` in a process of their own: sockets that read frames with minimal work, so that the server
 * is what is measured. They take the time from the frame itself.
 */
import type { Socket } from 'node:net'
import process from 'node:process'
import * as z from 'zod/mini'
import { clientsRequest } from './fanout-messages.ts'
import { quantile } from './figure.ts'
import { frameAgeMs, openSocketClient, readHead } from './socket-client.ts'

/** Sockets that are being opened at a time. */
const openingAtOnce = 100

const open = new Set<Socket>()
let delaysMs: number[] = []

async function openOne(port: number, index: number): Promise<void> {
  const socket = await openSocketClient({
    port,
    index,
    greeting: [{ op: 'sub', ch: 'quotes', args: {} }],
    onHead: (head) => {
      if (readHead(head)?.op === 'frame') delaysMs.push(frameAgeMs(head))
    },
  })
  open.add(socket)
  socket.on('close', () => {
    open.delete(socket)
  })
}

async function openAll({ port, sockets }: { port: number; sockets: number }): Promise<number> {
  for (let index = 0; index < sockets; index += openingAtOnce) {
    const count = Math.min(openingAtOnce, sockets - index)
    await Promise.all(Array.from({ length: count }, (_, offset) => openOne(port, index + offset)))
  }
  return open.size
}

function report(slots: number): { p50Ms: number; p99Ms: number; missed: number } {
  const taken = delaysMs
  delaysMs = []
  return { p50Ms: quantile(taken, 0.5), p99Ms: quantile(taken, 0.99), missed: slots * open.size - taken.length }
}

process.on('message', (message) => {
  const request = z.parse(clientsRequest, message)
  if ('open' in request) void openAll(request.open).then((count) => process.send?.({ opened: count }))
  else process.send?.(report(request.report.slots))
})
process.on('disconnect', () => process.exit(0))
