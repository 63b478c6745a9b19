import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { refused } from './dispatch.ts'

const headerOverflow = 'HPE_HEADER_OVERFLOW'
const requestTimeout = 'ERR_HTTP_REQUEST_TIMEOUT'

/**
 * Responds to what never became a request: broken HTTP, oversized headers, and requests that took too long to arrive.
 * The last is `malformed` as well, not HTTP's own 408, which means “Not logged in” in every response of this server.
 */
export function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
  // Reset by the peer: nobody can receive a response.
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // A browser keeps a connection open for its next call. A response to nothing would be taken for that call's own.
  if (error.code === requestTimeout && socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  refuseAndClose(socket, 'malformed', error.code === headerOverflow ? 431 : undefined)
}

/** Writes a refusal to a connection whose request will not be read, and closes it. */
export function refuseAndClose(socket: Socket, error: 'malformed' | 'frequent-operations', status?: number): void {
  const refusal = refused(error, 'en')
  const code = status ?? refusal.status
  const body = JSON.stringify(refusal.body)
  const head = [
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy()
}
