import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'

/** The response of a witness. */
export interface WitnessReply {
  readonly status: number
  readonly body: Uint8Array
}

export interface CallLimits {
  /** From the first byte of the request to the last one of the response. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

const usualLimits: CallLimits = { timeoutMs: 4_000, maxBytes: 65_536 }

/** A witness that could not be reached, or whose response is too slow or too long. */
export class WitnessUnreachable extends Error {
  override readonly name = 'WitnessUnreachable'
}

/** Calls `add-checkpoint` of a witness. Follows no redirect. Throws WitnessUnreachable. */
export function addCheckpoint(url: string, body: string, limits: CallLimits = usualLimits): Promise<WitnessReply> {
  const address = new URL(`${url.replace(/\/$/, '')}/add-checkpoint`)
  const request = address.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    // The deadline covers everything: a timeout of the socket would begin again with each byte.
    const deadline = setTimeout(() => call.destroy(new Error('it did not respond in time')), limits.timeoutMs)
    const fail = (error: Error) => {
      clearTimeout(deadline)
      call.destroy()
      reject(new WitnessUnreachable(error.message))
    }
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) }
    const call = request(address, { method: 'POST', headers }, (response) => {
      response.once('error', fail)
      readBody(response, limits.maxBytes, (error, read) => {
        if (error !== null) return fail(error)
        clearTimeout(deadline)
        resolve({ status: response.statusCode ?? 0, body: read })
      })
    })
    call.once('error', fail)
    call.end(body)
  })
}

function readBody(
  response: IncomingMessage,
  maxBytes: number,
  done: (error: Error | null, body: Uint8Array) => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  response.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBytes) done(new Error('its response is too long'), new Uint8Array())
    else chunks.push(chunk)
  })
  response.once('end', () => {
    if (length <= maxBytes) done(null, Uint8Array.from(Buffer.concat(chunks)))
  })
  response.once('close', () => {
    if (!response.complete) done(new Error('it closed the connection'), new Uint8Array())
  })
}
