// @vitest-environment happy-dom
import { transparencyOdds } from '@candor/api'
import { expect, test } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { draw } from '../../testing/draw.tsx'
import { OddsPage } from './odds-page.tsx'

test('says since when the odds are what the page read last, where they cannot be read again', async () => {
  const place = await draw(<OddsPage />, 'odds', [
    {
      query: queryFor(transparencyOdds, {}),
      value: { throughMs: null, sinceMs: null, newestDay: null, spans: [], offeredBreakEven: null },
      readMs: Date.UTC(2026, 10, 20, 14, 32, 31),
    },
  ])
  await expect.poll(() => place.textContent).toContain('No response since 20 Nov 2026, 14:32:31 UTC.')
})
