import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@candor/formulas'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { publicPages } from './hosts.ts'

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

/** Serves the customers' app under `/h5/`, where `/` leads to. */
export async function serveCustomerApp(server: FastifyInstance, app: StaticApp): Promise<void> {
  await serveStaticApp(server, app, '/h5/')
  for (const path of ['/h5', '/']) server.get(path, (_request, reply) => reply.redirect('/h5/', 302))
}

/** Serves the public pages: the one document at the path of each, with and without a slash. */
export async function servePublicPages(server: FastifyInstance, app: StaticApp): Promise<void> {
  for (const name of publicPages) {
    await serveStaticApp(server, app, `/${name}/`)
    server.get(`/${name}`, (request, reply) => reply.redirect(`/${name}/${queryOf(request.url)}`, 302))
  }
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

/** Serves the page that verifies receipts under `/verify/`. */
export async function serveVerifier(server: FastifyInstance, verifier: StaticApp): Promise<void> {
  await serveStaticApp(server, verifier, '/verify/')
  server.get('/verify', (_request, reply) => reply.redirect('/verify/', 302))
}

/** Serves an app's files below a prefix: hashed assets for good, everything else checked at each visit. */
export async function serveStaticApp(server: FastifyInstance, app: StaticApp, prefix: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: app.folder,
    prefix,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path)
      response.header('cache-control', isHashed ? `public, max-age=${(365 * dayMs) / 1000}, immutable` : 'no-cache')
    },
  })
}
