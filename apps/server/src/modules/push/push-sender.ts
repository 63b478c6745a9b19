import { createECDH } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import webPush from 'web-push'
import type { PushNote } from './push-note.ts'
import { publicLookup, pushEndpointOf } from './push-endpoint.ts'

/** A device's endpoint, with its keys. */
export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * The outcome of sending. `later`: the push service did not accept it, and may say when to retry. `unknown`: it may or
 * may not have been accepted. `gone`: the subscription has ended. `refused`: a retry would be refused, too.
 */
export type PushOutcome =
  | { readonly type: 'sent' | 'gone' | 'unknown' }
  | { readonly type: 'later'; readonly afterMs: number | null }
  | { readonly type: 'refused'; readonly reason: string }

export interface PushSender {
  /** The key that browsers subscribe with (VAPID), as base64url. */
  readonly publicKey: string
  /** Whether we would call this address. */
  isEndpoint(endpoint: string): boolean
  /** Encrypts (RFC 8291), signs (RFC 8292) and sends. Never throws. */
  send(target: PushTarget, note: PushNote, ttlMs: number): Promise<PushOutcome>
}

export interface PushSenderOptions {
  /** A private key on P-256, as base64url. */
  readonly privateKey: string
  /** The contact for push services, as `mailto:`. */
  readonly contact: string
  readonly allowedOrigins: readonly string[]
}

const timeoutMs = 10_000
/** Failures of before anything was sent. */
const unreached: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Makes the sender of notifications. */
export function createPushSender(options: PushSenderOptions): PushSender {
  const { privateKey, allowedOrigins } = options
  const vapidDetails = { subject: options.contact, publicKey: publicKeyOf(privateKey), privateKey }
  return {
    publicKey: vapidDetails.publicKey,
    isEndpoint: (endpoint) => pushEndpointOf(endpoint, allowedOrigins) !== null,
    async send({ endpoint, p256dh, auth }, note, ttlMs) {
      const url = pushEndpointOf(endpoint, allowedOrigins)
      if (url === null) return { type: 'gone' }
      try {
        const subscription = { endpoint, keys: { p256dh, auth } }
        const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(note), {
          vapidDetails,
          TTL: Math.round(ttlMs / 1000),
          contentEncoding: 'aes128gcm',
          // A newer notification about the same subject replaces an undelivered one.
          topic: note.id,
        })
        return outcomeOf(await post(url, headers, body, allowedOrigins.includes(url.origin)))
      } catch (error) {
        return outcomeOfFailure(error)
      }
    },
  }
}

function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  return curve.getPublicKey('base64url')
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** Posts and reads only the response's head. Redirects are not followed. */
function post(url: URL, headers: NodeJS.Dict<string | number>, body: Buffer, isAllowed: boolean): Promise<Answer> {
  const request = url.protocol === 'http:' ? requestHttp : requestHttps
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers: { ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(isAllowed ? {} : { lookup: publicLookup }),
    })
    call.once('error', reject)
    call.once('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      response.on('error', () => undefined)
      response.destroy()
    })
    call.end(body)
  })
}

function outcomeOf({ status, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { type: 'sent' }
  if (status === 404 || status === 410) return { type: 'gone' }
  if (status === 429 || status >= 500) {
    return { type: 'later', afterMs: /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : null }
  }
  return { type: 'refused', reason: `HTTP ${status}` }
}

function outcomeOfFailure(error: unknown): PushOutcome {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (unreached.includes(code)) return { type: 'later', afterMs: null }
  if (code === 'EPRIVATE') return { type: 'refused', reason: 'its address is private' }
  // A connection cut or silent after the request was sent; an error without a code is our own encryption refusing the
  // device's keys.
  return code === '' || code.startsWith('ERR_CRYPTO') ? { type: 'refused', reason: String(error) } : { type: 'unknown' }
}
