// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { PlannedWork } from './index.tsx'

test('planned work has its times in UTC and its text, and says where there is none', async () => {
  const fromMs = Date.UTC(2026, 10, 29, 4)
  const work = { id: '7', fromMs, untilMs: fromMs + 600_000, text: 'Restart for an update.' }
  const some = await draw(<PlannedWork planned={{ items: [work] }} />, 'status')
  expect(some.textContent).toMatch(/Planned29 Nov 2026, 04:00\s?–\s?04:10 UTCRestart for an update\./)
  const none = await draw(<PlannedWork planned={{ items: [] }} />, 'status')
  expect(none.textContent).toContain('Nothing planned.')
})
