import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { openTestDatabase } from '../platform/postgres/test-database.ts'
import type { TestDatabase } from '../platform/postgres/test-database.ts'
import { startMarketChild } from './market-child.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

test('stops at once while it waits to start a crashed market again', async () => {
  const config = parseConfig({
    CANDOR_MARKET_DATABASE_URL: database.marketUrl,
    CANDOR_FEED: 'simulated:7',
    CANDOR_LOG_LEVEL: 'silent',
  })
  const logger = createLogger({ level: 'silent', role: 'test' })
  const market = startMarketChild(config, { logger, take: () => undefined })
  // Nothing was seeded.
  await expect(market.ready).rejects.toThrow('the market ended before it was ready')
  expect(await Promise.race([market.stop().then(() => 'stopped'), sleep(3_000, 'hangs')])).toBe('stopped')
})
