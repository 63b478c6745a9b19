import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { batchEvent, haltEvent } from '@candor/proof/encoding'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditFolder } from './testing/audit-world.ts'
import { writeSyntheticLog } from '../../bench/synthetic-log.ts'
import type { SyntheticKeys } from '../../bench/synthetic-log.ts'

const genesisMs = 1_767_571_200_000
const haltedMs = genesisMs + 600_000
const [firstSlot, slots, quotedSlot] = [1_000, 1_200, 2_100]
/** Two decimals. Slots from 1,500 to 1,529 have no frame. */
const price = (slot: number) => 10_000 + (slot % 77)
const isMissing = (slot: number) => slot >= 1_500 && slot < 1_530
const text = (units: number) => (units / 100).toFixed(2)

let folder: string
let server: Server
let url: string
let keys: SyntheticKeys
let answers: Record<string, unknown>
let states = 0

/** The candle of a minute as the market makes it of the frames. */
function candleAt(startMs: number) {
  const from = (startMs - genesisMs) / 500
  const prices = Array.from({ length: 120 }, (_, at) => from + at)
    .filter((slot) => !isMissing(slot))
    .map(price)
  const [open = 0, close = 0] = [prices.at(0), prices.at(-1)]
  return [startMs, ...[open, Math.max(...prices), Math.min(...prices), close].map(text), '0']
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').slice(1)
  if (path.startsWith('api/')) {
    response.end(JSON.stringify({ code: 1, msg: '', data: answers[path.slice('api/'.length)] }))
    return
  }
  const name = join(folder, path.replace('log/', ''))
  const compressed = await readFile(`${name}.br`).catch(() => null)
  const bytes = compressed ?? (await readFile(name).catch(() => null))
  if (compressed !== null) response.setHeader('content-encoding', 'br')
  response.writeHead(bytes === null ? 404 : 200).end(bytes)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-audit-'))
  const log = { slots, instruments: 1, firstSlot, genesisMs, isMissing, price: (slot: number) => BigInt(price(slot)) }
  // The entries 2 and 3 of the log of events.
  const batch = { stripe: 1, seq: 1, kind: 'correction', entryCount: 2, itemCount: 1 }
  const hashes = { itemsRoot: new Uint8Array(32), batchHash: new Uint8Array(32).fill(1) }
  const events = [
    haltEvent.encode({ instrumentId: 1, halted: true, atMs: haltedMs }),
    batchEvent.encode({ ...batch, ...hashes, atMs: haltedMs + 60_000 }),
  ]
  keys = await writeSyntheticLog(folder, { ...log, events })
  server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(() => {
  const last = text(price(quotedSlot))
  const instrument = { category: 'crypto', base: 'T', quote: 'USD', name: 'Test', exchangeSymbol: '', calendar: '24x7' }
  const state = { sources: [], entryDelayMs: 500, contractMonth: null, nextRollMs: null, state: 'open', basis: 'own' }
  const times = { isHalted: false, nextOpenMs: null, closesMs: null, source: 'simulated' }
  const day = { open: last, high: last, low: last, volume: '0', changeRate: '0.00', spark: [] }
  const feed = { name: 'simulated', kinds: [], isLive: false, sources: [] }
  const at = (slot: number) => genesisMs + slot * 500
  const outage = { kind: 'no-prices', subject: null, startedMs: at(1_500), endedMs: at(1_530) }
  const unsaid = { reason: null, count: null, payment: null, voids: null, explanations: [], log: null }
  const logged = (index: number) => ({ ...unsaid, log: { shard: '2026h1', index } })
  const paid = { asset: 'USD', amount: '5' }
  const shard = { shard: '2026h1', size: 0, checkpoint: null, signedMs: null }
  answers = {
    'system/status': {
      version: '0',
      mode: 'sandbox',
      operator: null,
      nowMs: at(2_200),
      genesisMs,
      slot: quotedSlot,
      feed,
      ledger: 'ok',
      maintenance: false,
    },
    'market/instruments': { items: [{ id: 1, symbol: 'TEST1', decimals: 2, ...instrument, ...state, ...times }] },
    'market/quotes': {
      slot: quotedSlot,
      items: [{ id: 1, symbol: 'TEST1', last, slot: quotedSlot, ageMs: 5, state: 'open', ...day }],
    },
    'market/candles': {
      // From nine minutes on: the run has not read the minute before whole.
      items: Array.from({ length: 6 }, (_, index) => candleAt(genesisMs + (9 + index) * 60_000)),
      generatedUntilMs: null,
      nextBeforeMs: null,
    },
    'transparency/checkpoints': {
      shards: [
        { log: 'ticks', origin: 'log.test/ticks/2026h1', vkey: keys.ticksVkey, firstSlot, ...shard },
        { log: 'events', origin: 'log.test/events/2026h1', vkey: keys.eventsVkey, firstSlot: null, ...shard },
      ],
      acceptanceVkey: null,
    },
    'transparency/solvency': { snapshot: null, assets: [], checkedShareBps: null },
    'transparency/odds': {
      throughMs: null,
      sinceMs: null,
      newestDay: null,
      spans: [],
      offeredBreakEven: null,
      minimums: { customers: 1, contracts: 1, groupContracts: 1, acceptedOrders: 1 },
    },
    'transparency/incidents': {
      fromMs: 0,
      total: 3,
      items: [
        { kind: 'correction', subject: null, startedMs: haltedMs + 61_000, endedMs: null, ...logged(3), payment: paid },
        { kind: 'halt', subject: 'TEST1', startedMs: haltedMs, endedMs: null, ...logged(2) },
        { ...outage, ...unsaid },
      ],
    },
  }
})

const audit = () => {
  states += 1
  return auditFolder(url, join(folder, `state-${states}`))
}

/** Changes a part of what an operation returns, found by a text of it. */
const publish = (path: string, found: string, other: string) => {
  const published = JSON.stringify(answers[path])
  expect(published).toContain(found)
  answers[path] = JSON.parse(published.replace(found, other))
}

describe('npm run audit on a server', () => {
  test('compares quotes, candles and incidents with the log', async () => {
    const { code, text: page } = await audit()
    expect(page).toContain('Published quotes and candles follow from the records (7)')
    expect(page).toContain('Published statistics follow from the log (6)')
    expect(page).toContain('Figures of the day: this run has read less than the 24 hours before a quote.')
    expect(code).toBe(0)
  })

  test.each([
    ['market/quotes', '"last":"100.21"', '"last":"100.22"', 'The last price of TEST1 is published as 100.22'],
    ['market/candles', '"100.76"', '"100.77"', 'The candle of TEST1 (1m) at 2026-01-05T00:09:00.000Z is published as'],
    ['market/candles', '[1767571740000', '[1767571680000', 'is published as none, and the log has'],
    ['transparency/incidents', '"index":2', '"index":0', 'The log has a halt at 2026-01-05T00:10:00.000Z, and no'],
    ['transparency/incidents', '"index":3', '"index":1', 'An incident names entry 1 of events/2026h1 for a correction'],
    [
      'transparency/incidents',
      `${haltedMs},`,
      `${haltedMs + 1},`,
      'An incident names entry 2 of events/2026h1 for a halt',
    ],
    ['transparency/incidents', '"no-prices"', '"halt"', 'The log has no prices from 2026-01-05T00:12:30.000Z to'],
    [
      'transparency/incidents',
      String(genesisMs + 1_500 * 500),
      String(genesisMs + 1_200 * 500),
      'An incident says that there were no prices',
    ],
    ['transparency/checkpoints', '2026h1+', '2026h1+0', 'names a key of ticks/2026h1 that the log of events has not'],
  ])('finds that %s publishes other things than the log has (%s, %s)', async (path, found, other, sentence) => {
    if (found === String(genesisMs + 1_500 * 500))
      publish(path, String(genesisMs + 1_530 * 500), String(genesisMs + 1_260 * 500))
    publish(path, found, other)
    const { code, text: page } = await audit()
    expect(page).toContain(sentence)
    expect(code).toBe(1)
  })

  test('ends without a verdict where an operation has another form', async () => {
    publish('transparency/odds', '"spans"', '"span"')
    expect(await audit()).toMatchObject({
      code: 2,
      text: expect.stringContaining("odds in another form than the API's"),
    })
  })
})
