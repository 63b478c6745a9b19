// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { noonMs } from '../../testing/fixtures.ts'
import { openView } from '../../testing/open-view.tsx'
import { AuditTable } from './audit-table.tsx'

const row = {
  seq: '7',
  atMs: noonMs,
  operatorId: '4',
  actor: 'mara',
  action: 'customer.viewed',
  subject: 'customer:1',
  reason: '',
  source: 'server' as const,
  prevHash: '05e5cbaf'.repeat(8),
  hash: 'ce99174a'.repeat(8),
}

it.each([
  ['{}', 2],
  ['{"amount":"5"}', 3],
])('an entry with the details %s opens %i cards, none of them empty', async (details, count) => {
  const page = await openView(<AuditTable rows={[{ ...row, details }]} />, {})
  await page.press('button', 'Details of entry 7', 'customer.viewed')
  expect([...document.querySelectorAll('dl')].map(({ children }) => children.length > 0)).toEqual(
    Array.from({ length: count }, () => true),
  )
})
