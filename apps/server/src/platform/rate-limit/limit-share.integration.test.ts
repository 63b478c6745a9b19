import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createPool } from '../postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../postgres/test-database.ts'
import { startLimitShare } from './limit-share.ts'
import { addCounts, forgetCounts } from './limit-store.ts'
import type { Counted } from './rate-limit.ts'

const { appUrl } = await testDatabase()
const pool = createPool(appUrl, 'test-limits', { maxConnections: 2 })
closeAfterTests({ close: () => pool.end() })

const startMs = Date.now()
const counted = (count: number): Counted => ({ key: '203.0.113.4', startMs, expiresMs: startMs + 60_000, count })

/** A process that has counted so often, and learns the sum of all processes. */
async function tell(count: number, name = 'calls'): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let exchange = () => undefined as void
  const share = startLimitShare({
    pool,
    secret: 'a secret of tests',
    logger: pino({ level: 'silent' }),
    repeat: (work, everyMs) => {
      if (everyMs < 1_000) exchange = work
      return () => undefined
    },
  })
  let due = [counted(count)]
  share.add(name, {
    takeDue: () => due.splice(0),
    learn: (_counted, sum) => resolve(sum),
    tryAgain: () => (due = [counted(count)]),
  })
  // The first round may still be under way.
  const again = setInterval(exchange, 20)
  const sum = await promise
  clearInterval(again)
  await share.stop()
  return sum
}

test('processes learn what all of them have counted of a key', async () => {
  expect(await tell(5)).toBe(5)
  expect(await tell(3)).toBe(8)
  expect(await tell(2, 'other calls')).toBe(2)
})

test('the counts of windows that are over are deleted', async () => {
  const key = Buffer.alloc(16, 9)
  const over = { key, startMs: 1, expiresMs: 2, count: 4 }
  expect(await addCounts(pool, [over])).toEqual([{ key, startMs: 1, count: 4 }])
  await forgetCounts(pool)
  expect(await addCounts(pool, [over])).toEqual([{ key, startMs: 1, count: 4 }])
})
