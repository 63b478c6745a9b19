import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { refused } from './dispatch.ts'

const headerOverflow = 'HPE_HEADER_OVERFLOW'

/**
 * Answers what never became a request: broken HTTP, headers that are too long, and a request that took too long to arrive. The last
 * is `malformed` as well, not HTTP's own 408: that means “Not logged in” in every answer of this server.
 */
export function answerClientError(fault: Error & { code?: string }, socket: Socket): void {
  // Reset by the other side: nobody listens.
  if (fault.code === 'ECONNRESET' || socket.destroyed) return
  const status = fault.code === headerOverflow ? 431 : 400
  const body = JSON.stringify(refused('malformed', 'en').body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy()
}
