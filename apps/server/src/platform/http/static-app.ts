import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dayMs = 86_400_000

/** The built app, with what the content policy must know of it. */
export interface StaticApp {
  readonly folder: string
  /** CSP sources of the inline styles and scripts in its index page. */
  readonly styleHashes: readonly string[]
  readonly scriptHashes: readonly string[]
}

/** Reads the built app in `folder`, or answers null when it has not been built. */
export function readStaticApp(folder: string): StaticApp | null {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return null
  const html = readFileSync(index, 'utf8')
  return {
    folder,
    styleHashes: inlineHashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
    scriptHashes: inlineHashes(html, /<script>([\s\S]*?)<\/script>/g),
  }
}

function inlineHashes(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(
    (match) =>
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
  )
}

/** Serves the app under `/h5/`: hashed assets for good, everything else checked at each visit. */
export async function serveStaticApp(server: FastifyInstance, app: StaticApp): Promise<void> {
  await server.register(fastifyStatic, {
    root: app.folder,
    prefix: '/h5/',
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path)
      response.header('cache-control', isHashed ? `public, max-age=${(365 * dayMs) / 1000}, immutable` : 'no-cache')
    },
  })
  server.get('/', (_request, reply) => reply.redirect('/h5/', 302))
  server.get('/h5', (_request, reply) => reply.redirect('/h5/', 302))
}
