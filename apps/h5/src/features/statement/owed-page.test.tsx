// @vitest-environment happy-dom
import { transparencySolvency, transparencyWitnesses } from '@candor/api'
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
type Witnesses = OutputOf<typeof transparencyWitnesses>

const noWitnesses: Witnesses = { witnesses: [], independentCount: 0, requiredCount: 0 }
const drawOwed = (solvency: Solvency, witnesses = noWitnesses) =>
  draw(<OwedPage />, [
    [queryFor(transparencySolvency, {}), solvency],
    [queryFor(transparencyWitnesses, {}), witnesses],
  ])

test('shows the totals with what they do not prove, and how likely an omission stays unseen', async () => {
  const snapshot = { id: '1', atMs: Date.UTC(2026, 10, 20), event: 'AAAA', shard: '2026h2', index: 5 }
  const page = await drawOwed({ snapshot, assets: [usd], checkedShareBps: 1240 })
  page.says('1,284,310.55', '117,657.00', 'That we hold the money', 'the apps of 12.4% of customers checked')
  expect(page.text()).toMatch(/1 customer left out\s*87\.6%/)
  expect(page.text()).toMatch(/10 customers left out\s*26\.6%/)
})

test('says that nothing is published before the first count is', async () => {
  const page = await drawOwed({ snapshot: null, assets: [], checkedShareBps: null })
  expect(page.text()).toContain('Nothing published yet')
})

test('shows that no independent witness signs as 0, with the sandbox’s own beside it', async () => {
  const own = { vkey: 'k', isIndependent: false, cosignedSize: 7, cosignedMs: 1, state: 'fresh' } as const
  const page = await drawOwed(
    { snapshot: null, assets: [], checkedShareBps: null },
    { ...noWitnesses, witnesses: [{ ...own, name: 'own-witness', place: 'own' }] },
  )
  expect(page.text()).toMatch(/Signing our log now\s*0/)
  expect(page.text()).toMatch(/own-witness\s*Signs · our own, doesn’t count/)
  expect(page.text()).toContain('nobody but us confirms')
})

test('shows how many witnesses sign, how many the policy asks for, and one that signs no more', async () => {
  const witness = { vkey: 'k', isIndependent: true, cosignedSize: 7 } as const
  const page = await drawOwed(
    { snapshot: null, assets: [], checkedShareBps: null },
    {
      witnesses: [
        { ...witness, name: 'club.test', place: 'elsewhere', cosignedMs: 5, state: 'fresh' },
        { ...witness, name: 'here.test', place: 'this-machine', cosignedMs: Date.UTC(2026, 10, 20), state: 'late' },
        { ...witness, name: 'lost.test', place: 'elsewhere', cosignedMs: null, state: 'silent' },
      ],
      independentCount: 1,
      requiredCount: 2,
    },
  )
  expect(page.text()).toMatch(/Signing our log now\s*1/)
  expect(page.text()).toMatch(/Asked for by our policy\s*2/)
  expect(page.text()).toMatch(/club\.test\s*Signs/)
  expect(page.text()).toMatch(/here\.test\s*Last signed 20 Nov, 00:00 · added on this machine/)
  expect(page.text()).toMatch(/lost\.test\s*Doesn’t sign/)
  expect(page.text()).not.toContain('nobody but us confirms')
})
