import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testConfig } from '../../test/test-server.ts'
import { manualClock } from '../platform/clock.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { measureServer } from './measured.ts'

function measured(data: string) {
  const metrics = createMetrics()
  const clock = manualClock(1_000_000)
  const state = { isHalted: false, latest: null as { publishedMs: number } | null }
  const config = testConfig({ appUrl: '', marketUrl: '', verifierUrl: '' }, { CANDOR_DATA: data })
  const pool = createPool('postgres://nobody@127.0.0.1:9/none', 'test')
  measureServer({ config, pool, metrics }, { latest: () => state.latest, isLedgerHalted: () => state.isHalted }, clock)
  return { clock, state, page: () => metrics.registry.metrics() }
}

test('frames grow old, and the ledger halts, in the metrics at once', async () => {
  const { clock, state, page } = measured(tmpdir())
  clock.advance(7_000)
  expect(await page()).toMatch(/^candor_frame_age_seconds 7$/m)
  state.latest = { publishedMs: 1_006_000 }
  expect(await page()).toMatch(/^candor_frame_age_seconds 1$/m)
  expect(await page()).toMatch(/^candor_ledger_halted 0$/m)
  state.isHalted = true
  expect(await page()).toMatch(/^candor_ledger_halted 1$/m)
  expect(await page()).toMatch(/^candor_data_free_bytes [1-9]/m)
})

test('a data folder that cannot be read hides no other metric', async () => {
  const { page } = measured(join(tmpdir(), 'there-is-no-such-folder'))
  expect(await page()).toMatch(/^candor_data_free_bytes Nan$/m)
  expect(await page()).toMatch(/^candor_pool_waiting 0$/m)
})
