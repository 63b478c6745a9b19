import type { IncomingMessage } from 'node:http'
import { peerAddressReader, trustIn } from '../../../server/src/platform/http/peer-address.ts'

export interface ForwardingRules {
  /** Addresses of proxies before the front whose X-Forwarded headers are believed. */
  readonly trustedProxies: readonly string[]
  /** The header in which such a proxy names the caller's country, in lower case; empty where none does. */
  readonly countryHeader: string
}

/** What a trusted proxy says of the caller and the front passes on. */
const forwarded = ['x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'forwarded', 'x-real-ip']

/**
 * Creates the function that replaces what a request says of its way here: the cell believes the front, so a caller must
 * not write there. Returns the caller's address.
 */
export function createForwarding({
  trustedProxies,
  countryHeader,
}: ForwardingRules): (request: IncomingMessage) => string {
  const isTrusted = trustIn(trustedProxies)
  const addressOf = peerAddressReader(trustedProxies)
  return (request) => {
    const { headers } = request
    const address = addressOf(request)
    if (!isTrusted(request.socket.remoteAddress ?? '', 0))
      for (const name of [...forwarded, countryHeader]) Reflect.deleteProperty(headers, name)
    headers['x-forwarded-for'] = address
    return address
  }
}

/** Whether a request reached a proxy before the front by TLS. Only after `createForwarding`. */
export function isOverTls({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-proto'] === 'https'
}

/** The announced length of a body; infinite for one that does not say. */
export function bodyBytes({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
}

/** Reads a body of an announced length. Throws where its connection is lost. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The value of a header that occurs once. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}
