import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/transaction.ts'
import { trustedFile } from './trusted-file.ts'

/** The path of the file of trusted keys, beside the verifier that reads it. */
const trustedPath = '/verify/trusted.json'

/** Serves the file of trusted keys, to pages of every origin. */
export function addTrustedFile(
  server: FastifyInstance,
  { pool, admit }: { readonly pool: Database; readonly admit: (ip: string) => boolean },
): void {
  server.get(trustedPath, async (request, reply) => {
    // For everybody, without cookies: nothing in it depends on the reader.
    reply.header('access-control-allow-origin', '*').removeHeader('access-control-allow-credentials')
    if (!admit(request.ip)) return reply.code(429).header('cache-control', 'no-store').send()
    reply.header('cache-control', 'public, max-age=10').type('application/json; charset=utf-8')
    return reply.send(await trustedFile(pool))
  })
}
