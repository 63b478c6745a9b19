// @vitest-environment happy-dom
import { transparencyIncidents } from '@candor/api'
import { expect, test } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { draw } from '../../testing/draw.tsx'
import { RecordPage } from './record-page.tsx'

test('says since when the record shows what it read last, where it cannot be read again', async () => {
  const place = await draw(<RecordPage />, 'record', [
    {
      query: queryFor(transparencyIncidents, {}),
      value: { fromMs: 0, total: 0, items: [] },
      readMs: Date.UTC(2026, 10, 20, 14, 32, 31),
    },
  ])
  await expect.poll(() => place.textContent).toContain('No response since 20 Nov 2026, 14:32:31 UTC.')
})
