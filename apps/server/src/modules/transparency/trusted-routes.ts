import { decodeEvent } from '@candor/proof/encoding'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/transaction.ts'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import { readAnnouncedKeys, readShardEntries } from './receipts-store.ts'
import { readPolicyText } from './witness-store.ts'

/** The path of the file of trusted keys, beside the verifier that reads it. */
const trustedPath = '/verify/trusted.json'

/**
 * The keys by which receipts are verified, in the format of `parseTrustedFile`: those of all shards and of acceptances,
 * also the ones that were replaced since, the first slots of the shards of prices, and the operator's policy of
 * witnesses.
 */
export async function trustedFile(pool: Database): Promise<string> {
  const [ticks, events] = [await readGuards(pool, 'ticks'), await readGuards(pool, 'events')]
  const announced = await readAnnouncedKeys(pool)
  // A shard that has another key now was opened with this one.
  const opened = (await readShardEntries(pool)).flatMap((entry) => {
    const { name, event } = decodeEvent(entry)
    return name === 'shard' ? [event] : []
  })
  const keysOf = (log: LogName, guards: readonly Guard[]) => [
    ...new Set([
      ...opened.flatMap((shard) => (shard.log === log ? [shard.vkey] : [])),
      ...announced.flatMap(({ name, vkey }) => (name === log ? [vkey] : [])),
      ...guards.map(({ vkey }) => vkey),
    ]),
  ]
  const policy = await readPolicyText(pool)
  return JSON.stringify({
    ticks: keysOf('ticks', ticks),
    events: keysOf('events', events),
    acceptance: announced.flatMap(({ name, vkey }) => (name === 'acceptance' ? [vkey] : [])),
    firstSlots: Object.fromEntries(ticks.map(({ origin, firstSlot }) => [origin, firstSlot ?? 0])),
    ...(policy === '' ? {} : { policy }),
  })
}

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
