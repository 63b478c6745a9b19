// @vitest-environment happy-dom
import { systemStatus } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { expect, it } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { DownloadPage } from './download-page.tsx'

const status: OutputOf<typeof systemStatus> = {
  version: '7.6.5',
  mode: 'sandbox',
  operator: null,
  nowMs: 0,
  genesisMs: 0,
  slot: null,
  feed: { name: 'simulated', kinds: ['simulated'], isLive: false, sources: [] },
  ledger: 'ok',
  maintenance: false,
}

it('names the version that the server serves, and none before it is known', async () => {
  expect((await draw(<DownloadPage />)).text()).not.toContain('Version')
  expect((await draw(<DownloadPage />, [[queryFor(systemStatus, {}), status]])).text()).toContain('Version 7.6.5')
})
