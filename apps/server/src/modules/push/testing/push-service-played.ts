import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'

/** A request received by a push service: its address, its headers, and the note as the browser decrypts it. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly note: unknown
  readonly bytes: number
}

export interface PlayedPushService {
  readonly origin: string
  readonly received: Received[]
  /** The subscription that a browser would send to the server. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  /**
   * The next responses, in turn; then 201 again. `cut`: it accepts the note, and the connection breaks before the
   * response.
   */
  answer(...answers: readonly (PlayedAnswer | 'cut')[]): void
  close(): Promise<void>
}

interface PlayedAnswer {
  readonly status: number
  readonly retryAfter?: string
}

/** Plays a push service with one browser behind it, on this machine. */
export async function playPushService(): Promise<PlayedPushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const authSecret = randomBytes(16)
  const received: Received[] = []
  const answers: (PlayedAnswer | 'cut')[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        note: JSON.parse(
          decrypted(body, { privateKey: browser.getPrivateKey(), publicKey: browser.getPublicKey(), authSecret }),
        ),
        bytes: body.length,
      })
      const answer = answers.shift() ?? { status: 201 }
      if (answer === 'cut') return void request.socket.destroy()
      const { status, retryAfter } = answer
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    subscription: {
      endpoint: `${origin}/browser-1`,
      p256dh: browser.getPublicKey('base64url'),
      auth: authSecret.toString('base64url'),
    },
    answer: (...next) => void answers.push(...next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

interface BrowserKeys {
  readonly privateKey: Buffer
  readonly publicKey: Buffer
  readonly authSecret: Buffer
}

/** RFC 8291 and RFC 8188 read from the browser's side, for one record. */
function decrypted(body: Buffer, { privateKey, publicKey, authSecret }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(senderKey), authSecret, keyInfo, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })

/** The claims of a VAPID header (RFC 8292); throws where its signature is not that of the key that it names. */
export function vapidClaims(
  authorization: string | undefined,
): z.output<typeof claimsSchema> & { readonly key: string } {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSound = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSound) throw new Error('the signature is wrong')
  return { ...claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString())), key }
}
