import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@candor/formulas'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** A built app and its inputs to the content policy. */
export interface StaticApp {
  readonly folder: string
  /** CSP sources of the inline styles and scripts in its index page. */
  readonly styleHashes: readonly string[]
  readonly scriptHashes: readonly string[]
}

/** Reads the built app in `folder`; null when it has not been built. */
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

/** The built apps: the customers' and the operators' console. Null where one has not been built. */
export interface StaticApps {
  readonly h5: StaticApp | null
  readonly console: StaticApp | null
}

/** Serves the customers' app under `/h5/`, where `/` leads to, and the console under `/console/`. */
export async function serveStaticApps(server: FastifyInstance, apps: StaticApps): Promise<void> {
  if (apps.h5 !== null) {
    await serveStaticApp(server, apps.h5, '/h5')
    server.get('/', (_request, reply) => reply.redirect('/h5/', 302))
  }
  if (apps.console !== null) await serveStaticApp(server, apps.console, '/console')
}

/** Hashed assets for good, everything else checked at each visit. */
async function serveStaticApp(server: FastifyInstance, app: StaticApp, path: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: app.folder,
    prefix: `${path}/`,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path)
      response.header('cache-control', isHashed ? `public, max-age=${(365 * dayMs) / 1000}, immutable` : 'no-cache')
    },
  })
  server.get(path, (_request, reply) => reply.redirect(`${path}/`, 302))
}
