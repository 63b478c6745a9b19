import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/transaction.ts'
import { readGuards } from './guard-store.ts'
import { logNames } from './log-names.ts'
import { logPageStyle } from './log-page-style.ts'
import { languageOfReader, logPage } from './log-page.ts'
import type { ListedShard } from './log-page.ts'
import { logFileOf } from './log-path.ts'
import type { LogFile } from './log-path.ts'
import { readWitnessView } from './witness-view.ts'

const decompress = promisify(brotliDecompress)

const cacheControl = {
  final: 'public, max-age=31536000, immutable',
  /** Partial files are removed once a longer one has replaced them, those of raw ticks after 30 days. */
  partial: 'public, max-age=60',
  checkpoint: 'public, max-age=1',
} as const

export interface LogFilesOptions {
  readonly pool: Database
  /** The folder of all logs. */
  readonly folder: string
  /** Whether a network may load one more file now. */
  admit(ip: string): boolean
}

/**
 * Serves the files of the logs as tlog-tiles names them, to pages of every origin, and a page that lists them. Files
 * are read from the disk at each request; final ones may be kept by any cache for good.
 */
export function addLogFiles(server: FastifyInstance, { pool, folder, admit }: LogFilesOptions): void {
  server.get<{ Querystring: { lang?: unknown } }>('/log/', async (request, reply) => {
    if (!admit(request.ip)) return reply.code(429).header('cache-control', 'no-store').send()
    const language = languageOfReader(request.query.lang, String(request.headers['accept-language'] ?? ''))
    reply.header('cache-control', cacheControl.checkpoint).header('vary', 'accept-language')
    reply.type('text/html; charset=utf-8')
    return reply.send(logPage(await readShards(pool), await readWitnessView(pool, systemClock.nowMs()), language))
  })
  server.get('/log/page.css', async (_request, reply) => {
    return reply.header('cache-control', cacheControl.partial).type('text/css; charset=utf-8').send(logPageStyle)
  })
  server.get<{ Params: { '*': string } }>('/log/*', async (request, reply) => {
    // For everybody, without cookies: nothing in a log depends on the reader.
    reply.header('access-control-allow-origin', '*').removeHeader('access-control-allow-credentials')
    if (!admit(request.ip)) return reply.code(429).header('cache-control', 'no-store').send()
    const file = logFileOf(request.params['*'])
    const bytes = file === null ? null : await readStored(join(folder, file.stored))
    if (file === null || bytes === null) return reply.callNotFound()
    reply.header('cache-control', cacheControl[file.isFinal ? 'final' : isCheckpoint(file) ? 'checkpoint' : 'partial'])
    const isText = isCheckpoint(file) || file.kind === 'handover'
    reply.type(isText ? 'text/plain; charset=utf-8' : 'application/octet-stream')
    return file.kind === 'compressed'
      ? sendCompressed(reply, bytes, String(request.headers['accept-encoding'] ?? ''))
      : reply.send(bytes)
  })
}

async function readShards(pool: Database): Promise<ListedShard[]> {
  const shards = await Promise.all(
    logNames.map(async (log) => (await readGuards(pool, log)).map((guard) => ({ log, ...guard }))),
  )
  return shards.flat()
}

function isCheckpoint({ kind }: LogFile): boolean {
  return kind === 'checkpoint'
}

/** As it is stored to a reader that takes Brotli, else as plain bytes. */
async function sendCompressed(reply: FastifyReply, bytes: Buffer, acceptEncoding: string): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  if (!/\bbr\b/.test(acceptEncoding)) return reply.send(await decompress(bytes))
  return reply.header('content-encoding', 'br').send(bytes)
}

async function readStored(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}
