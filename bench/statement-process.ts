/**
 * A process that serves only statement exports, for `statement`: `GET /<customer id>`. Sends its port to its parent,
 * and on request the peak memory in use. Needs `--expose-gc`: memory that V8 has not collected yet is not in use.
 */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { createStatementExports } from '../apps/server/src/modules/statement/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'

const sampleMs = 200

const [, , databaseUrl] = process.argv
if (databaseUrl === undefined) throw new Error('name the database')

const exports = createStatementExports({
  pool: createPool(databaseUrl, 'bench-statement', { maxConnections: 4 }),
  clock: systemClock,
  logger: pino({ level: 'silent' }),
})

const server = createServer((request, response) => void serve(request.url ?? '', response))

async function serve(path: string, response: ServerResponse): Promise<void> {
  const begun = await exports.begin({
    customerId: BigInt(path.slice(1)),
    asset: null,
    kinds: null,
    fromMs: null,
    toMs: null,
  })
  if (!begun.ok) throw new Error(begun.error)
  await pipeline(begun.value.body, response)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port')
  process.send?.({ port: address.port })
})

let peakMb = 0
function sample(): void {
  if (globalThis.gc === undefined) throw new Error('start it with --expose-gc')
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  peakMb = Math.max(peakMb, (heapUsed + external) / 1_000_000)
}
setInterval(sample, sampleMs)
process.on('message', () => {
  sample()
  process.send?.({ peakMb })
})
process.on('disconnect', () => process.exit(0))
