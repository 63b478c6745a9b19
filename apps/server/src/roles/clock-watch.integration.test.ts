import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inviteCode, postForm, registerAt, startTestServer } from '../../test/test-server.ts'
import { createLogger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../platform/postgres/test-database.ts'
import { startClockWatch } from './clock-watch.ts'
import { seed } from './seed.ts'

const database = await testDatabase()
await seed(database.ownerUrl, { mode: 'sandbox', inviteCode })
let offMs = 0
const server = await startTestServer(database, {}, { clock: { nowMs: () => Date.now() + offMs } })
closeAfterTests({ close: server.stop })
const { origin } = server

const ready = async () => (await fetch(`${origin}/readyz`)).text()
const alarm = async () => {
  const metrics = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
  return /^candor_alarm\{name="clock-differs"\} (\d)$/m.exec(metrics)?.[1]
}

const { data } = await registerAt(origin, 'clock@example.com')
const { token } = z.parse(z.object({ token: z.string() }), data)
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
await owner.query("update identity.customer set kyc_state = 'verified'")
await owner.end()

async function buy() {
  const form = { symbol: 'NONE', direction: 'up', durationMs: '60000', stake: '10', asset: 'USD', termsVersion: '1' }
  const request = { ...form, seenSlot: '1', requestId: randomUUID() }
  return (await postForm(`${origin}/api/contract/buy`, request, { token })).error
}

test('a process that starts with a wrong clock knows it before it serves anybody, and says so', async () => {
  const pool = createPool(database.appUrl, 'test', { maxConnections: 1 })
  const logged: string[] = []
  const logger = createLogger({ level: 'error', role: 'test' }, { write: (line: string) => void logged.push(line) })
  const clock = { nowMs: () => Date.now() - 3_600_000 }
  const watch = await startClockWatch({ pool, clock, logger, metrics: createMetrics() })
  expect(watch.isClockRight()).toBe(false)
  expect(logged.join()).toContain('the clock of this machine is 3600 s behind the database: it refuses orders')
  await watch.stop()
  await pool.end()
})

test.each([3_600_000, -3_600_000])(
  'a server whose clock is %d ms off refuses orders, is not ready and raises an alarm until it is right again',
  async (stepMs) => {
    expect([await buy(), await alarm()]).toEqual(['unknown-instrument', '0'])
    offMs = stepMs
    await expect.poll(alarm, { timeout: 10_000 }).toBe('1')
    expect(await buy()).toBe('system-error')
    expect(await ready()).toContain('the clock of this machine is not that of the database')
    offMs = 0
    await expect.poll(alarm, { timeout: 10_000 }).toBe('0')
    expect(await buy()).toBe('unknown-instrument')
    await expect.poll(ready).toBe('ready\n')
  },
)
