import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a packet carries of a stream, with Ethernet's usual size. */
const segmentBytes = 1_448
/** Linux repeats a lost packet at the earliest so long after the round trip it expects. */
const minRepeatMs = 200

/** What a line does to packets. */
export interface LineLoss {
  /** The share of packets that are lost, in each direction. */
  readonly lostShare: number
  readonly roundTripMs: number
  /** Numbers from 0 to 1. */
  readonly random: () => number
}

/**
 * Opens a line to a port of this machine that loses packets. An application sees no loss: TCP repeats the packet after
 * a timeout, twice as long with each further loss, and whatever follows waits for it. That is what this line does. It
 * leaves out that TCP repeats sooner where three later packets arrive, and slows down: frames are two packets each half
 * second, too few for either.
 */
export async function openLossyLine(port: number, loss: LineLoss): Promise<{ port: number; close: () => void }> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ port, host: '127.0.0.1', localAddress: near.remoteAddress })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      const pass = delayed(to, loss)
      from.on('data', pass)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      open.add(from)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port')
  return {
    port: address.port,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Writes what it is given to a socket, each segment when it would arrive, and in order. */
function delayed(to: Socket, { lostShare, roundTripMs, random }: LineLoss): (bytes: Buffer) => void {
  let arrivedMs = 0
  let written = Promise.resolve()
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += segmentBytes) {
      let ms = performance.now() + roundTripMs / 2
      for (let repeatMs = roundTripMs + minRepeatMs; random() < lostShare; repeatMs *= 2) ms += repeatMs
      arrivedMs = Math.max(arrivedMs, ms)
      const [segment, atMs] = [bytes.subarray(at, at + segmentBytes), arrivedMs]
      // Timers of almost the same time may end in another order.
      written = written.then(async () => {
        await sleep(Math.max(0, atMs - performance.now()))
        to.write(segment)
      })
    }
  }
}
