/** A customer's socket with as little work as possible, so that the server is what benchmarks of sockets measure. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { socketProtocol } from '@candor/api'
import type { ClientMessage } from '@candor/api'

/** Many source addresses, so that their ports last. */
const sourceAddresses = 16
const endOfHead = Buffer.from('\r\n\r\n')
const opcodes = { text: 1, ping: 9, pong: 10 } as const
/** As much of a message as is parsed: it holds the slot of a frame or snapshot, and the time of a frame. */
const parsedBytes = 100
/** One shared buffer: it is processed before the next socket is read. */
const readBuffer = Buffer.allocUnsafe(256 * 1024)

/** What a socket is opened with. */
export interface SocketClient {
  readonly port: number
  /** The number of the customer, which chooses the source address. */
  readonly index: number
  /** Sent as soon as the server has accepted the socket. */
  readonly greeting: readonly ClientMessage[]
  /** Called with the beginning of each message, when its first bytes are read. */
  onHead(head: string): void
  /** Called when the last byte of a message is read. */
  onEnd?(): void
}

/** Opens a socket. Rejects where the server refuses it, or closes it before it has accepted it. */
export function openSocketClient(client: SocketClient): Promise<Socket> {
  const { port, index, greeting } = client
  return new Promise((resolve, reject) => {
    let take: ((bytes: Buffer) => void) | null = null
    const onRead = (length: number, buffer: Uint8Array): boolean => {
      const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length)
      if (take !== null) take(bytes)
      else {
        const end = bytes.indexOf(endOfHead)
        if (end < 0 || !bytes.toString('latin1', 0, 12).endsWith('101'))
          reject(new Error(`refused: ${bytes.toString('latin1', 0, 80)}`))
        take = reader(socket, client)
        for (const message of greeting) socket.write(masked(opcodes.text, Buffer.from(JSON.stringify(message))))
        resolve(socket)
        take(bytes.subarray(end + endOfHead.length))
      }
      return true
    }
    const localAddress = `127.0.0.${1 + (index % sourceAddresses)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress, onread: { buffer: readBuffer, callback: onRead } })
    socket.on('error', reject)
    socket.on('close', () => {
      reject(new Error('closed'))
    })
    socket.setNoDelay(true)
    socket.write(upgrade)
  })
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

/** Clients must mask what they send; a mask of zeros leaves it unchanged. */
function masked(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

/** Follows one socket's stream and responds to pings. */
function reader(socket: Socket, { onHead, onEnd }: SocketClient): (bytes: Buffer) => void {
  let carried: Buffer | null = null
  let skip = 0
  const finish = (end: number, available: number) => {
    skip = Math.max(0, end - available)
    if (skip === 0) onEnd?.()
  }
  return (fresh) => {
    const bytes: Buffer = carried === null ? fresh : Buffer.concat([carried, fresh])
    carried = null
    let at = Math.min(skip, bytes.length)
    if (skip > 0) finish(skip, bytes.length)
    while (at < bytes.length) {
      const size = (bytes[at + 1] ?? 0) & 0x7f
      const header = size < 126 ? 2 : size === 126 ? 4 : 10
      if (bytes.length - at < header + Math.min(size, parsedBytes)) {
        carried = Buffer.from(bytes.subarray(at))
        return
      }
      const length =
        size < 126 ? size : size === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
      if (((bytes[at] ?? 0) & 0x0f) === opcodes.ping)
        socket.write(masked(opcodes.pong, Buffer.from(bytes.subarray(at + header, at + header + length))))
      else onHead(bytes.toString('latin1', at + header, at + header + parsedBytes))
      const end = at + header + length
      finish(end, bytes.length)
      at = Math.min(end, bytes.length)
    }
  }
}

/** The frame or snapshot that the beginning of a message belongs to; null for other messages. */
export function readHead(head: string): { readonly op: 'frame' | 'snapshot'; readonly slot: number } | null {
  const op = head.startsWith('{"op":"frame"') ? 'frame' : head.startsWith('{"op":"snapshot"') ? 'snapshot' : null
  return op === null ? null : { op, slot: numberAfter(head, '"slot":') }
}

/** How long ago the frame that begins like this was handed to the bus, in milliseconds. */
export function frameAgeMs(head: string): number {
  return performance.timeOrigin + performance.now() - numberAfter(head, '"atMs":')
}

function numberAfter(text: string, name: string): number {
  return Number.parseFloat(text.slice(text.indexOf(name) + name.length))
}
