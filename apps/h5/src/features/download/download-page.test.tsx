// @vitest-environment happy-dom
import { systemStatus } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
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

describe('the way to install the app', () => {
  /** Opens the page on a device that says it is this one. */
  const openOn = (userAgent: string) => {
    vi.spyOn(window.navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    onTestFinished(() => void vi.restoreAllMocks())
    return draw(<DownloadPage />)
  }
  const namesOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)

  it('starts with that of this phone, folds the others, and has no code that it cannot scan', async () => {
    const view = await openOn('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)')
    expect(namesOf(view.all('h2'))).toEqual(['iPhone and iPad', 'Android', 'Computer'])
    expect(namesOf(view.all('details:not([open]) > summary'))).toEqual(['Android', 'Computer'])
    expect(view.text()).not.toContain('Scan to open')
    expect(view.text()).toContain('Copy address')
  })

  it('has the code for a phone on a computer', async () => {
    const view = await openOn('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')
    expect(namesOf(view.all('h2'))).toEqual(['Computer', 'iPhone and iPad', 'Android'])
    expect(view.text()).toContain('Scan to open Candor on your phone.')
  })
})
