// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { ownCountQuery } from '../../shared/money/own-count/index.ts'
import type { OwnCount } from '../../shared/money/own-count/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { OwnCountCard } from './own-count-card.tsx'

const atMs = Date.UTC(2026, 10, 20)
const drawCount = (count: OwnCount) => draw(<OwnCountCard />, [[ownCountQuery, count]])

test('says when the balance was counted, and what that does not prove', async () => {
  const card = await drawCount({ state: 'counted', atMs, USD: '12480.65', USDT: '3205.4', index: 14_402 })
  expect(card.text()).toMatch(/Your balance was counted on .*20/)
  card.says('12,480.65', 'as entry 14,402', 'not that we hold the money')
  expect(card.all('circle')).toHaveLength(1)
})

test.each([
  [{ state: 'pending' }, 'Your balance isn’t counted yet'],
  [{ state: 'mismatch', atMs }, 'Your balance isn’t proven'],
  [{ state: 'late', atMs }, 'Waiting for our event log'],
  [{ state: 'unlogged', atMs }, 'The published total isn’t in our event log'],
] as const)('closes no ring for %o', async (count, title) => {
  const card = await drawCount(count)
  expect(card.text()).toContain(title)
  expect(card.all('circle')).toHaveLength(0)
})

test('draws nothing while the check is under way', async () => {
  const card = await draw(<OwnCountCard />)
  expect(card.text()).toBe('')
})
