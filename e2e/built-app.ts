import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import type { contractTerms, marketInstruments, OutputOf } from '@candor/api'
import * as z from 'zod/mini'
import { anInstrument } from '../apps/server/test/instrument-view.ts'

// The built app of customers without a Candor: its files, and a server that serves all of them but one.

const dist = join(import.meta.dirname, '../apps/h5/dist')

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.optional(z.string()),
    dynamicImports: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)

/** The files that the page itself names. */
const firstFiles = new Set(
  [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/h5\/(assets\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  ),
)

/** The name of what loads late: "features/mine", "app/session-reminder", or "texts/de/mine" of a language's texts. */
function nameOf(key: string, chunk: string | undefined): string {
  const [, texts] = /virtual:messages\/([\w/]+)$/.exec(key) ?? []
  if (texts !== undefined) return `texts/${texts}`
  const [, module] = /(?:src\/|packages\/|node_modules\/|virtual:)(.+?)(?:\/index)?(?:\.\w+)?$/.exec(key) ?? []
  return module ?? chunk ?? key
}

/**
 * The files that each import of the build loads, by its name, without those that the page itself names. In the order in
 * which they are requested: styles, the module, and what it imports.
 */
export function lateFiles(): Map<string, readonly string[]> {
  const manifest = z.parse(manifestSchema, JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')))
  const closure = (key: string, seen: Set<string>): Set<string> => {
    const part = manifest[key]
    if (part === undefined || seen.has(part.file)) return seen
    for (const file of [part.file, ...(part.css ?? [])]) seen.add(file)
    for (const imported of part.imports ?? []) closure(imported, seen)
    return seen
  }
  const imported = new Set(Object.values(manifest).flatMap(({ dynamicImports }) => dynamicImports ?? []))
  const late = [...imported].map((key) => {
    const files = [...closure(key, new Set())].filter((file) => !firstFiles.has(file))
    const isStyle = (file: string) => file.endsWith('.css')
    const ordered = [...files.filter(isStyle), ...files.filter((file) => !isStyle(file))]
    return [nameOf(key, manifest[key]?.name), ordered] as const
  })
  return new Map(late.filter(([, files]) => files.length > 0))
}

const instrument = anInstrument()
const gold = {
  ...instrument,
  id: 2,
  symbol: 'GC',
  category: 'futures',
  base: 'GC',
  quote: 'USD',
  name: 'Gold',
} as const
const instruments: OutputOf<typeof marketInstruments> = { items: [instrument, gold] }
const terms: OutputOf<typeof contractTerms> = {
  symbol: instrument.symbol,
  durations: [
    {
      durationMs: 60_000,
      stakeMin: '1',
      stakeMax: '5000',
      feeBps: 100,
      payoutBps: 8_500,
      entryWindowSlots: 10,
      exitWindowSlots: 10,
      breakEven: '54.6',
      version: '7',
    },
  ],
}

/** The calls that return something. All others are refused: screens load their files all the same. */
const answers: Readonly<Record<string, unknown>> = {
  '/api/market/instruments': instruments,
  '/api/contract/terms': terms,
}
const mediaTypes: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** `offline`: the connection breaks, for the page itself as well; `removed`: another build replaced the file. */
export type Fault = 'offline' | 'removed'

/** A server of the built app. */
export interface BuiltApp {
  readonly address: string
  /** From the next load of the page on these files are refused, and no others. Until then the page itself is served. */
  refuse(files: readonly string[], fault: Fault): void
  /** Whether a file was refused since the page was loaded. */
  hasRefused(file: string): boolean
  /** Whether a file was served since the page was loaded. */
  hasServed(file: string): boolean
  close(): void
}

interface Refusals {
  readonly files: ReadonlySet<string>
  readonly fault: Fault
  readonly met: Set<string>
}

const none: Refusals = { files: new Set(), fault: 'removed', met: new Set() }

/** Serves the build on a free port. */
export async function serveBuiltApp(): Promise<BuiltApp> {
  let current = none
  /** In place of the current ones from the next load on; until then the network has returned. */
  let next: Refusals | null = null
  const served = new Set<string>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/api/')) return answer(response, answers[pathname])
    const isPage = pathname === '/h5/'
    const isLoad = isPage && request.headers['sec-fetch-dest'] !== 'empty'
    if (isLoad) served.clear()
    if (isLoad && next !== null) [current, next] = [next, null]
    const name = isPage ? 'index.html' : pathname.slice('/h5/'.length)
    const isRefused = current.files.has(name)
    if (isRefused) current.met.add(name)
    else served.add(name)
    const isLost = current.fault === 'offline' && current.met.size > 0 && next === null
    // A connection that just ends would be tried again by the browser.
    if (current.fault === 'offline' && (isRefused || (isPage && !isLoad && isLost))) request.socket.end('no network')
    else if (isRefused) response.writeHead(404).end()
    else sendFile(response, name)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
  return {
    address: `http://127.0.0.1:${bound.port}/h5/`,
    refuse: (files, fault) => {
      next = { files: new Set(files), fault, met: new Set() }
    },
    hasRefused: (file) => current.met.has(file),
    hasServed: (file) => served.has(file),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function sendFile(response: ServerResponse, name: string): void {
  const file = builtFile(name)
  response.writeHead(file === null ? 404 : 200, {
    'content-type': mediaTypes[extname(name)] ?? 'text/html',
    // What is never refused may come from the browser's own copies.
    ...(firstFiles.has(name) ? { 'cache-control': 'max-age=3600' } : {}),
  })
  response.end(file)
}

function answer(response: ServerResponse, data: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const refusal = { code: 0, msg: 'Not now', error: 'system-error', data: null }
  response.end(JSON.stringify(data === undefined ? refusal : { code: 1, msg: '', data }))
}

const read = new Map<string, Buffer | null>()

function builtFile(name: string): Buffer | null {
  const known = read.get(name)
  if (known !== undefined) return known
  let file: Buffer | null = null
  try {
    file = readFileSync(join(dist, name))
  } catch {
    // Such as the address of a socket: not a file.
  }
  read.set(name, file)
  return file
}
