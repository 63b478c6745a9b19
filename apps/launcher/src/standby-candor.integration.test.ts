import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { customerToken, openOperatorWorld } from '../../server/test/operator-world.ts'
import { createPool } from '../../server/src/platform/postgres/pool.ts'
import { startTestCluster } from '../../server/src/platform/postgres/test-own-cluster.ts'
import { testAddresses, testTemplate } from '../../server/src/platform/postgres/test-template.ts'
import { startStandby } from './testing/standby.ts'

const maxLagMs = 1_000

const primary = await startTestCluster({ durable: false })
const addresses = testAddresses(primary.postgres.url, testTemplate)
const standby = await startStandby(addresses.ownerUrl)
const onStandby = testAddresses(standby.postgres.url, testTemplate)
const standbyOwner = createPool(onStandby.ownerUrl, 'test', { maxConnections: 1 })
const world = await openOperatorWorld({
  database: { ...addresses, close: () => Promise.resolve() },
  settings: { CANDOR_READ_URL: onStandby.appUrl, CANDOR_READ_LAG_MS: String(maxLagMs) },
})
afterAll(async () => {
  await world.close()
  await standbyOwner.end()
  await standby.close()
  await primary.close()
})

const reads = {
  'market.candle': () => world.call('api/market/candles', { symbol: 'BTCUSDT', interval: '1m' }, null),
  'statement.': () => world.call('api/wallet/statement', {}, customerToken),
  'audit.': () => world.call('operator/audit_list', {}, world.as('auditor')),
}

/** What the server's connections to the standby asked last. */
async function askedLast(): Promise<string> {
  const { rows } = await standbyOwner.query<{ query: string }>(
    "select query from pg_stat_activity where application_name = 'candor-reads'",
  )
  return rows.map(({ query }) => query).join('\n')
}

test.each(Object.entries(reads))('a whole Candor reads %s on its standby', async (table, read) => {
  await expect
    .poll(
      async () => {
        expect(await read()).toMatchObject({ status: 200, error: null })
        return askedLast()
      },
      { timeout: 20_000 },
    )
    .toContain(table)
})

test('what the standby is too late for is read on the primary, and nothing of it where it is gone', async () => {
  const names = async () => JSON.stringify(await reads['audit.']())
  await standbyOwner.query('select pg_wal_replay_pause()')
  await world.logIn('arrived-later', ['auditor'])
  await expect.poll(names, { timeout: 10 * maxLagMs }).toContain('arrived-later')
  await standbyOwner.query('select pg_wal_replay_resume()')
  await sleep(maxLagMs)
  await standby.postgres.stop()
  for (const read of Object.values(reads)) expect(await read()).toMatchObject({ status: 200, error: null })
  await standby.postgres.restart()
})
