// @vitest-environment happy-dom
import { transparencySolvency } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { expect, test } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { OwedPage } from './owed-page.tsx'

type Solvency = OutputOf<typeof transparencySolvency>

const usd: Solvency['assets'][number] = {
  asset: 'USD',
  total: '1284310.55',
  available: '1012884.2',
  held: '179720',
  invested: '91000',
  accrued: '706.35',
  escrow: '0',
  merchants: '0',
  openPayout: '117657',
  leaves: 16384,
  root: '9e8d'.repeat(16),
}
const drawOwed = (solvency: Solvency) => draw(<OwedPage />, [[queryFor(transparencySolvency, {}), solvency]])

test('shows the totals with what they do not prove, and how likely an omission stays unseen', async () => {
  const snapshot = { id: '1', atMs: Date.UTC(2026, 10, 20), event: 'AAAA', shard: '2026h2', index: 5 }
  const page = await drawOwed({ snapshot, assets: [usd], checkedShareBps: 1240 })
  expect(page.text()).toContain('1,284,310.55')
  expect(page.text()).toContain('117,657.00')
  expect(page.text()).toContain('That we hold the money')
  expect(page.text()).toContain('the apps of 12.4% of customers checked')
  expect(page.text()).toMatch(/1 customer left out\s*87\.6%/)
  expect(page.text()).toMatch(/10 customers left out\s*26\.6%/)
})

test('says that nothing is published before the first count is', async () => {
  const page = await drawOwed({ snapshot: null, assets: [], checkedShareBps: null })
  expect(page.text()).toContain('Nothing published yet')
})
