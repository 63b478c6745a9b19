import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBenchServer } from './bench-server.ts'
import { atLeastRatio, bench, median } from './figure.ts'
import { openFormClient } from './form-client.ts'
import type { FormClient } from './form-client.ts'
import { buyForm, prepareTrading } from './offers.ts'
import type { Offer } from './offers.ts'
import { startBareServer, startCandorServer } from './http-server.ts'
import type { HttpServer } from './http-server.ts'

/**
 * Orders accepted per second by the real HTTP API with tokens, against a bare Fastify route that parses the same form.
 * The customers have no sockets, so no events are created for them.
 */
export const ordersHttp = bench({
  about: 'Orders a second through the HTTP API, against a bare route that parses the same form',
  sizes: { runs: [5, 1], customers: [2_000, 20], orders: [20_000, 100], inFlight: [256, 10] },
  bars: { 'orders-http': atLeastRatio(0.5) },
  async run(sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'candor-bench-log-'))
    const database = await openBenchServer()
    const closing: (() => Promise<void>)[] = []
    try {
      const { tokens, offers, genesisMs } = await prepareTrading(database, sizes.customers)
      const candor = await startCandorServer(database, join(folder, 'candor.log'))
      closing.push(candor.close)
      const bare = await startBareServer(join(folder, 'bare.log'))
      closing.push(bare.close)
      const rates = { candor: [] as number[], bare: [] as number[] }
      const measure = (server: HttpServer, count: number) =>
        postingRate(server, { ...sizes, count, tokens, offers, genesisMs })
      await measure(candor, Math.ceil(sizes.orders / 4))
      await measure(bare, Math.ceil(sizes.orders / 4))
      for (let run = 0; run < sizes.runs; run += 1) {
        rates.bare.push(await measure(bare, sizes.orders))
        rates.candor.push(await measure(candor, sizes.orders))
      }
      return [
        {
          name: 'orders-http',
          value: median(rates.candor),
          unit: '1/s',
          against: 'a bare Fastify route',
          againstValue: median(rates.bare),
        },
      ]
    } finally {
      for (const close of closing) await close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

interface Posting {
  readonly count: number
  readonly inFlight: number
  readonly tokens: readonly string[]
  readonly offers: readonly Offer[]
  readonly genesisMs: number
}

/** Calls completed per second over connections with one call in flight each. Throws at the first refusal. */
async function postingRate(server: HttpServer, posting: Posting): Promise<number> {
  const clients = await Promise.all(Array.from({ length: posting.inFlight }, () => openFormClient(server.port)))
  let begun = 0
  const lane = async (client: FormClient): Promise<void> => {
    while (begun < posting.count) {
      const turn = begun
      begun += 1
      const body = await client.post(
        '/api/contract/buy',
        buyForm(posting, turn),
        posting.tokens[turn % posting.tokens.length] ?? '',
      )
      if (!body.startsWith('{"code":1')) throw new Error(`an order was refused: ${body}`)
    }
  }
  const startMs = performance.now()
  await Promise.all(clients.map(lane))
  const rate = (posting.count / (performance.now() - startMs)) * 1_000
  for (const client of clients) client.close()
  return rate
}
