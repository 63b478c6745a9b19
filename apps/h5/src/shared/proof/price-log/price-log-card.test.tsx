// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { PriceLogCard } from './price-log-card.tsx'
import type { LogHead } from './price-log-model.ts'
import { priceLogQuery } from './price-log-query.ts'

const head = (change: Partial<LogHead> = {}): LogHead => ({
  size: 48_211_907,
  signedMs: Date.now() - 2_500,
  signature: 'passed',
  ...change,
})
const drawn = (read: LogHead | null) => draw(<PriceLogCard />, [[priceLogQuery, read]])

it('says that the log is live, its size and when it was signed, and leads to it', async () => {
  const card = await drawn(head())
  expect(card.text()).toMatch(/^Price log is live48,211,907 entries · signed [23] s ago$/)
  expect(card.all('a')[0]?.getAttribute('href')).toMatch(/\/price-log\/$/)
  expect(card.all('[data-state=live]')).toHaveLength(1)
})

it.each([
  [head({ signedMs: Date.now() - 60_000 }), /^Price log is lateLast signed at \d\d:\d\d:\d\d$/],
  [head({ signature: 'failed' }), /^Price log doesn’t verifyThe signature isn’t by the key of this log\.$/],
  [head({ signature: 'unknown-key' }), /^Price logSigned by a key that this device doesn’t know$/],
  [null, /^Price logNothing is signed yet$/],
] as const)('says how the log stands otherwise, and is not live (%#)', async (read, words) => {
  const card = await drawn(read)
  expect(card.text()).toMatch(words)
  expect(card.all('[data-state=live]')).toHaveLength(0)
})

it('says that it checks until the log was read', async () => {
  expect((await draw(<PriceLogCard />)).text()).toBe('Price logChecking the newest signature')
})
