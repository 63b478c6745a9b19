import { systemStatus } from '@candor/api'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inviteCode, testConfig } from '../../test/test-server.ts'
import { openFakeOanda } from '../modules/quote-feeds/testing/fake-oanda.ts'
import { krakenTicker, openFakeSource } from '../modules/quote-feeds/testing/fake-source.ts'
import { createLogger } from '../platform/logger.ts'
import { openTestDatabase } from '../platform/postgres/test-database.ts'
import { seed } from './seed.ts'
import { startWholeServer } from './whole-server.ts'

const responseSchema = z.object({ code: z.int(), data: systemStatus.output })

test('tells in its status and its metrics how each live source is', async () => {
  const database = await openTestDatabase()
  const kraken = await openFakeSource()
  const oanda = await openFakeOanda({ token: 'another' })
  const keys = { CANDOR_OANDA_TOKEN: 'hunter-2', CANDOR_OANDA_ACCOUNT: 'hunter-3', CANDOR_TWELVE_DATA_KEY: 'hunter-4' }
  const speaking = setInterval(() => kraken.say(krakenTicker('BTC/USDT', { bid: '61000.10', ask: '61000.20' })), 100)
  await seed(database.ownerUrl, { mode: 'sandbox', inviteCode })
  const config = testConfig(database, {
    CANDOR_FEED: 'auto',
    CANDOR_KRAKEN_URL: kraken.url,
    CANDOR_BINANCE_URL: 'ws://127.0.0.1:9',
    CANDOR_COINBASE_URL: 'off',
    CANDOR_OANDA_URL: oanda.url,
    CANDOR_TWELVE_DATA_URL: 'ws://127.0.0.1:9',
    ...keys,
  })
  const server = await startWholeServer(config, createLogger({ level: 'silent', role: 'test' }))
  const status = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/system/status`, {
      method: 'POST',
      body: new URLSearchParams(),
    })
    return z.parse(responseSchema, await response.json()).data.feed
  }
  try {
    await expect.poll(async () => (await status()).kinds.toSorted()).toEqual(['indicative', 'simulated'])
    await expect
      .poll(async () => (await status()).sources.map((source) => source.state))
      .toEqual(['live', 'down', 'unused', 'unused'])
    const [first, second] = (await status()).sources
    expect(first).toMatchObject({ name: 'kraken', state: 'live' })
    expect(first?.lastTickAgeMs).toBeLessThan(2_500)
    expect((await status()).sources.map((source) => source.name)).toEqual(['kraken', 'binance', 'oanda', 'twelve-data'])
    expect(second).toEqual({ name: 'binance', state: 'down', lastTickAgeMs: null })
    const metrics = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
    expect(metrics).toContain('candor_feed_source_state{source="kraken",state="live"} 1')
    expect(metrics).toContain('candor_feed_source_state{source="binance",state="down"} 1')
    expect(metrics).toMatch(/candor_feed_source_faults_total\{source="binance",fault="disconnect"\} [1-9]/)
    expect(metrics + JSON.stringify(await status())).not.toContain('hunter')
  } finally {
    clearInterval(speaking)
    await oanda.close()
    await server.stop()
    await kraken.close()
    await database.close()
  }
})
