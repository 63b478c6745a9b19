// @vitest-environment happy-dom
import { CallFailed } from '@candor/client'
import type { CallError } from '@candor/client'
import { describe, expect, it, vi } from 'vitest'
import { noonMs } from '../../testing/fixtures.ts'
import { openView } from '../../testing/open-view.tsx'
import { Loaded } from './loaded.tsx'

const failed = (error: CallError, reference?: string) =>
  new CallFailed({ ok: false, error, msg: 'The server said no', fields: {}, data: null, reference })

async function openLoaded(data: string | undefined, error: unknown) {
  const refetch = vi.fn<() => void>()
  const query = { data, error, dataUpdatedAt: noonMs, refetch }
  const page = await openView(<Loaded query={query}>{(value) => <p>{value}</p>}</Loaded>, {})
  return { page, refetch }
}

describe('the state of a query', () => {
  it('shows what was read', async () => {
    const { page } = await openLoaded('three cases', null)
    expect(page.text()).toBe('three cases')
  })

  it('shows a failure with its reference, and reads again when asked', async () => {
    const { page, refetch } = await openLoaded(undefined, failed('system-error', 'r-17'))
    await page.says('This didn’t load', 'The server said no', 'Copy reference r-17')
    await page.press('button', 'Try again')
    expect(refetch).toHaveBeenCalledTimes(1)
  })

  it('shows a lost network as such', async () => {
    const { page } = await openLoaded(undefined, failed('network'))
    await page.says('No response from the server. Nothing was changed.')
  })

  it('offers no retry where roles are missing', async () => {
    const { page } = await openLoaded(undefined, failed('not-allowed'))
    await page.says('Your roles don’t include this', 'The server said no')
    expect(page.find('button', 'Try again')).toBeNull()
  })

  it('keeps what was read when the network goes, and says as of when', async () => {
    const { page } = await openLoaded('three cases', failed('network'))
    await page.says('This data is from 12:00:00 UTC', 'three cases')
  })

  it('keeps what was read when another failure follows', async () => {
    const { page } = await openLoaded('three cases', failed('system-error'))
    expect(page.text()).toBe('three cases')
  })
})
