import { Buffer } from 'node:buffer'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { jsonOf, responseEnvelope, transparencyCheckpoints } from '@candor/api'
import * as z from 'zod/mini'
import { plainBytes, SourceError, tooLarge } from './log-source.ts'
import type { ListedShard, LogSource, StoredFile } from './log-source.ts'

/** How a server is read. Tests make it less patient. */
export interface Patience {
  /** For a response to begin, and for each silence in it. */
  readonly silenceMs: number
  /** For a whole response: a body may not go on for good. */
  readonly totalMs: number
  readonly attempts: number
  /** Before the second attempt, doubling. */
  readonly pauseMs: number
  /** How often a server may ask to wait before it is given up. */
  readonly waits: number
}

const defaultPatience: Patience = { silenceMs: 15_000, totalMs: 120_000, attempts: 5, pauseMs: 500, waits: 120 }
/** Requests at once: a log is read beside customers. */
const parallel = 6
const maxResponseBytes = 32_000_000
/** What an audit needs of the response: servers of other versions return other members besides. */
const listOfShards = z.pick(transparencyCheckpoints.output, { shards: true })
/** The server's limit counts by the minute. */
const limitedPauseMs = 2_000

interface Received {
  readonly status: number
  readonly encoding: string
  readonly body: Buffer
}

interface Sent {
  readonly maxBytes: number
  readonly form?: string
}

/** A response that another attempt may not have. */
class Unreachable extends Error {}

/** A log with the file of keys that its server serves beside the verifier. */
export interface ServedLog extends LogSource {
  /** Its bytes, of at most 64 kB. Throws SourceError. */
  trustedKeys(): Promise<Uint8Array>
}

/** Reads a log from the server at a URL, such as `https://candor.example`. Follows no redirects. */
export function openServer(address: string, patience: Partial<Patience> = {}): ServedLog {
  const base = baseOf(address)
  const server = new Server(base, { ...defaultPatience, ...patience })
  const source: ServedLog = {
    name: base.href.replace(/\/$/, ''),
    async shards() {
      const parsed = z.safeParse(listOfShards, await source.call(transparencyCheckpoints.path))
      if (!parsed.success) throw new SourceError(`${source.name} lists its logs in another form than the API's.`)
      const shards = parsed.data.shards.map(({ log, shard, vkey, firstSlot }): ListedShard => {
        if (!/^\d{4}h[12]$/.test(shard)) throw new SourceError(`${source.name} lists a shard that is no half-year.`)
        return { log, shard, vkey, firstSlot }
      })
      if (shards.length === 0) throw new SourceError(`${source.name} has no shard of a log yet.`)
      return shards
    },
    async read(path, maxBytes): Promise<StoredFile | null> {
      const { status, encoding, body } = await server.send(`log/${path}`, { maxBytes })
      if (status === 404) return null
      if (status !== 200) throw new SourceError(`${source.name} returns status ${status} for log/${path}.`)
      if (!['', 'identity', 'br'].includes(encoding))
        throw new SourceError(`${source.name} sends log/${path} in the encoding ${encoding}, which was not asked for.`)
      return { bytes: Uint8Array.from(body), isBrotli: encoding === 'br' }
    },
    async trustedKeys() {
      const { status, encoding, body } = await server.send('verify/trusted.json', { maxBytes: 65_536 })
      if (status !== 200) throw new SourceError(`${source.name} does not serve verify/trusted.json (status ${status}).`)
      const file = { bytes: Uint8Array.from(body), isBrotli: encoding === 'br' }
      return Uint8Array.from(plainBytes(file, 65_536, 'verify/trusted.json'))
    },
    async call(path, form = {}) {
      const sent = { maxBytes: maxResponseBytes, form: new URLSearchParams(form).toString() }
      const { status, body } = await server.send(`api/${path}`, sent)
      const envelope = z.safeParse(responseEnvelope, jsonOf(body.toString('utf8')))
      if (status !== 200 || !envelope.success || envelope.data.code !== 1)
        throw new SourceError(`${source.name} does not return api/${path} (status ${status}).`)
      return envelope.data.data
    },
  }
  return source
}

function baseOf(address: string): URL {
  const base = URL.parse(address.endsWith('/') ? address : `${address}/`)
  if (base === null || !['http:', 'https:'].includes(base.protocol))
    throw new SourceError(`${address} is no URL of a server.`)
  if (base.search !== '' || base.hash !== '' || base.username !== '' || base.password !== '')
    throw new SourceError('The URL of the server has more than a host and a path.')
  return base
}

/** Sends requests, a handful at once, and again after an error that may pass. */
class Server {
  readonly #base: URL
  readonly #patience: Patience
  readonly #agent: HttpAgent | HttpsAgent

  constructor(base: URL, patience: Patience) {
    this.#base = base
    this.#patience = patience
    const options = { keepAlive: true, maxSockets: parallel }
    this.#agent = base.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  }

  async send(path: string, sent: Sent): Promise<Received> {
    const { attempts, pauseMs, waits } = this.#patience
    let [failed, waited] = [0, 0]
    for (;;) {
      const received = await this.#once(path, sent).catch((error: unknown) => {
        if (error instanceof SourceError) throw error
        return error instanceof Error ? error.message : 'an error'
      })
      if (typeof received !== 'string') {
        const { status } = received
        if (status >= 300 && status < 400)
          throw new SourceError(`${this.#base.host} redirects ${path}: an auditor follows no redirects.`)
        if (status !== 429 && status < 500) return received
        if (status === 429) {
          waited += 1
          if (waited > waits) throw new SourceError(`${this.#base.host} refuses requests as too many, again and again.`)
          await sleep(Math.min(limitedPauseMs, 4 * pauseMs))
          continue
        }
      }
      failed += 1
      const reason = typeof received === 'string' ? received : `status ${received.status}`
      if (failed >= attempts) throw new SourceError(`${this.#base.host} does not return ${path}: ${reason}.`)
      await sleep(pauseMs * 2 ** (failed - 1))
    }
  }

  #once(path: string, { maxBytes, form }: Sent): Promise<Received> {
    const { silenceMs, totalMs } = this.#patience
    const isPost = form !== undefined
    const options: RequestOptions = {
      method: isPost ? 'POST' : 'GET',
      agent: this.#agent,
      timeout: silenceMs,
      signal: AbortSignal.timeout(totalMs),
      headers: {
        'accept-encoding': isPost ? 'identity' : 'br',
        ...(isPost ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
    }
    const url = new URL(path, this.#base)
    const { promise, resolve, reject } = Promise.withResolvers<Received>()
    const take = (response: IncomingMessage) => {
      receive(response, path, maxBytes).then(resolve, (error: unknown) => {
        response.destroy()
        reject(error instanceof Error ? error : new Unreachable('the response ended early'))
      })
    }
    const request = url.protocol === 'https:' ? httpsRequest(url, options, take) : httpRequest(url, options, take)
    request.on('timeout', () => request.destroy(new Unreachable(`nothing came for ${silenceMs} ms`)))
    request.on('error', reject)
    request.end(form)
    return promise
  }
}

/** Reads a body up to its bound. What is announced as longer is not read at all. */
async function receive(response: IncomingMessage, path: string, maxBytes: number): Promise<Received> {
  const { statusCode: status = 0, headers } = response
  const isWanted = status === 200
  const bound = isWanted ? maxBytes : 65_536
  if (isWanted && Number(headers['content-length'] ?? 0) > bound) throw tooLarge(path, bound)
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > bound) throw tooLarge(path, bound)
    parts.push(part)
  }
  if (!response.complete) throw new Unreachable('the response ended early')
  return { status, encoding: headers['content-encoding'] ?? '', body: Buffer.concat(parts) }
}
