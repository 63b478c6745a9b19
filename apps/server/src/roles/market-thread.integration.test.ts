import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../platform/bus/index.ts'
import { parseConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import { openTestDatabase } from '../platform/postgres/test-database.ts'
import type { TestDatabase } from '../platform/postgres/test-database.ts'
import { startMarketThread } from './market-thread.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

test('stops at once while it waits to start a crashed market again', async () => {
  const thread = startMarketThread({
    config: parseConfig({
      CANDOR_MARKET_DATABASE_URL: database.marketUrl,
      CANDOR_FEED: 'simulated:7',
      CANDOR_LOG_LEVEL: 'silent',
    }),
    bus: createBus(() => undefined),
    metrics: createMetrics(),
    logger: createLogger({ level: 'silent', role: 'test' }),
  })
  await expect(thread.ready).rejects.toThrow('the market has no genesis')
  await sleep(300)
  expect(await Promise.race([thread.stop().then(() => 'stopped'), sleep(3_000, 'hangs')])).toBe('stopped')
})
