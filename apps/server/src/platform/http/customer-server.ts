import { languageOf } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import type { Principal } from '../principal.ts'
import { documentsPath } from '../rate-limit/index.ts'
import { customerAudience } from './audience.ts'
import type { Entrance } from './audience.ts'
import { refused } from './dispatch.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { doorOf } from './door.ts'
import { isCustomerPath } from './hosts.ts'
import { openApiDocument } from './openapi.ts'
import { openServer } from './open-server.ts'
import type { ServerOptions } from './open-server.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { serveOperations } from './serve-operations.ts'
import { serveCustomerApp, servePublicPages, serveVerifier } from './static-app.ts'
import type { StaticApp } from './static-app.ts'
import { send } from './wire-call.ts'

/** The policy that `trusted-scripts.ts` of the app makes: the one that browsers ask for every text. */
const scriptPolicy = 'default'

/** The contents of the customers' server and its rules. */
export interface CustomerServerOptions extends ServerOptions {
  readonly customers: Entrance<Principal>
  readonly version: string
  /** The customers' app; null where it has not been built. */
  readonly app: StaticApp | null
  /** The pages for everyone; null or absent where they have not been built. They have no inline parts. */
  readonly publicPages?: StaticApp | null
  /** The page that verifies receipts; null where it has not been built. */
  readonly verifier?: StaticApp | null
  /** Origins of other hosts from which the app may load pictures. */
  readonly pictureHosts?: readonly string[]
  /** Adds endpoints outside the API, such as the sandbox's outbox. */
  addRoutes(server: FastifyInstance): void
}

/** Builds the customers' server: the API, its documents, the app and the health probes. It does not listen yet. */
export async function createCustomerServer(options: CustomerServerOptions): Promise<FastifyInstance> {
  const { customers, allowedHosts } = options
  const server = await openServer(options, {
    origins: customers.origins,
    serves: (hostHeader, url) => isCustomerPath(hostHeader, url, allowedHosts),
  })
  const { app, verifier = null, pictureHosts = [], isBehindTls } = options
  // The API and the chat may be on hosts of their own, whose pictures the app shows.
  const rules = { app, verifier, pictureHosts, scriptPolicy, embeddedBy: 'same-site' } as const
  addSecurityHeaders(server, rules, isBehindTls)
  const routes = options.routes.filter(({ operation }) => operation.audience === 'customer')
  serveOperations(server, customerAudience(customers), { ...options, routes })
  addDocuments(server, options)
  options.addRoutes(server)
  if (app !== null) await serveCustomerApp(server, app)
  if (options.publicPages) await servePublicPages(server, options.publicPages)
  if (verifier !== null) await serveVerifier(server, verifier)
  return server
}

/** Documents are written when they are first read: each start would take a twentieth of its time for them. */
function addDocuments(server: FastifyInstance, options: CustomerServerOptions): void {
  const operations = options.routes.flatMap(({ operation }) => (operation.audience === 'customer' ? [operation] : []))
  const document = once(() => JSON.stringify(openApiDocument(operations, options.version)))
  const page = once(() => docsPage(operations, options.version))
  const onRequest = doorOf({ ...options.customers, path: documentsPath }, (refusal, request, reply) =>
    send(reply, refused(refusal, languageOf(request.headers['lang']))),
  )
  const serve = (path: string, type: string, text: () => string) =>
    server.get(path, { onRequest }, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text()))
  serve('/api/openapi.json', 'application/json', document)
  serve('/api/docs', 'text/html', page)
  serve('/api/docs.css', 'text/css', () => docsStyle)
}

function once(write: () => string): () => string {
  let written: string | null = null
  return () => (written ??= write())
}
