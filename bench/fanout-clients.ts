/**
 * The customers of `fanout` in a process of their own: sockets that read frames with minimal work, so that the server
 * is what is measured. They take the time from the frame itself.
 */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import process from 'node:process'
import { socketProtocol } from '@candor/api'
import * as z from 'zod/mini'
import { clientsRequest } from './fanout-messages.ts'
import { quantile } from './figure.ts'

/** Sockets that are being opened at a time. */
const openingAtOnce = 100
/** Many source addresses, so that their ports last. */
const sourceAddresses = 16
const endOfHead = Buffer.from('\r\n\r\n')
const opcodes = { text: 1, ping: 9 } as const
/** One shared buffer: it is processed before the next socket is read. */
const readBuffer = Buffer.allocUnsafe(256 * 1024)

const open = new Set<Socket>()
let delaysMs: number[] = []

/** Clients must mask what they send; a mask of zeros leaves it unchanged. */
function masked(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

const upgrade = [
  'GET /ws HTTP/1.1',
  'host: 127.0.0.1',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  `sec-websocket-key: ${Buffer.alloc(16, 'k').toString('base64')}`,
  `sec-websocket-protocol: ${socketProtocol}`,
  '\r\n',
].join('\r\n')
const subscription = masked(opcodes.text, Buffer.from(JSON.stringify({ op: 'sub', ch: 'quotes', args: {} })))

/** Follows one socket's stream: responds to pings, and records when each frame's first bytes arrived. */
function reader(socket: Socket): (bytes: Buffer) => void {
  let carried: Buffer | null = null
  let skip = 0
  return (fresh) => {
    const bytes: Buffer = carried === null ? fresh : Buffer.concat([carried, fresh])
    carried = null
    let at = Math.min(skip, bytes.length)
    skip -= at
    while (at < bytes.length) {
      const size = (bytes[at + 1] ?? 0) & 0x7f
      const header = size < 126 ? 2 : size === 126 ? 4 : 10
      // The head of a frame message: its slot and time are within the first bytes.
      if (bytes.length - at < header + Math.min(size, 100)) {
        carried = Buffer.from(bytes.subarray(at))
        return
      }
      const length =
        size < 126 ? size : size === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
      if (((bytes[at] ?? 0) & 0x0f) === opcodes.ping)
        socket.write(masked(10, Buffer.from(bytes.subarray(at + header, at + header + length))))
      else note(bytes.toString('latin1', at + header, at + header + 100))
      const end = at + header + length
      skip = Math.max(0, end - bytes.length)
      at = Math.min(end, bytes.length)
    }
  }
}

function note(head: string): void {
  const at = head.indexOf('"atMs":')
  if (at < 0 || !head.startsWith('{"op":"frame"')) return
  delaysMs.push(performance.timeOrigin + performance.now() - Number.parseFloat(head.slice(at + 7)))
}

function openOne(port: number, index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let take: ((bytes: Buffer) => void) | null = null
    const onRead = (length: number, buffer: Uint8Array): boolean => {
      const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length)
      if (take !== null) take(bytes)
      else {
        const end = bytes.indexOf(endOfHead)
        if (end < 0 || !bytes.toString('latin1', 0, 12).endsWith('101'))
          reject(new Error(`refused: ${bytes.toString('latin1', 0, 80)}`))
        take = reader(socket)
        take(bytes.subarray(end + endOfHead.length))
        socket.write(subscription)
        resolve()
      }
      return true
    }
    const localAddress = `127.0.0.${1 + (index % sourceAddresses)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress, onread: { buffer: readBuffer, callback: onRead } })
    open.add(socket)
    socket.on('error', reject)
    socket.on('close', () => {
      open.delete(socket)
    })
    socket.setNoDelay(true)
    socket.write(upgrade)
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
