// @vitest-environment happy-dom
import { Toaster } from '@candor/ui'
import { CallFailed } from '../api/index.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WhenVerified } from '../account/verification/index.ts'
import { session } from '../device/index.ts'
import { draw } from '../testing/draw.tsx'
import { FailedState, Loaded, Page, PageFrame, PageScreen, PageState } from './index.ts'
import type { LoadedQuery } from './loaded.tsx'

const waiting: LoadedQuery = { data: undefined, isError: false, error: null, refetch: () => undefined }
const failure = (error: 'network' | 'not-found') =>
  new CallFailed({ ok: false, error, msg: 'Refused', fields: {}, data: null, reference: 'r-1' })
const failed = (error: 'network' | 'not-found', refetch = vi.fn<() => void>()): LoadedQuery => ({
  data: undefined,
  isError: true,
  error: failure(error),
  refetch,
})
const ready = (data: string) => ({ ...waiting, data })

beforeEach(() => session.signIn('a-token'))
afterEach(() => session.signOut())

const page = (query: LoadedQuery | ReturnType<typeof ready>, other: LoadedQuery = ready('other')) =>
  draw(
    <Page title="Swaps" trailing={<button type="button">Records</button>} signedOut="Sign in for swaps">
      <Loaded
        queries={{ query, other }}
        failed="We couldn’t load your swaps"
        missing={<p>No such swap</p>}
        skeleton={<p>grey</p>}
      >
        {(values) => <PageScreen>{`content: ${String(values.query)}`}</PageScreen>}
      </Loaded>
    </Page>,
  )

describe('a page', () => {
  it('shows its content under its title once all queries are there', async () => {
    const view = await page(ready('ten'))
    expect(view.all('h1').map((title) => title.textContent)).toEqual(['Swaps'])
    expect(view.text()).toContain('content: ten')
    expect(view.all('[aria-label="Back"]')).toHaveLength(1)
  })

  it('shows a visitor only that it needs a login', async () => {
    session.signOut()
    const view = await page(ready('ten'))
    expect(view.text()).toContain('Sign in for swaps')
    expect(view.text()).not.toContain('content')
    expect(view.text()).not.toContain('Records')
    expect(view.all('h1')).toHaveLength(1)
  })

  it('is busy under its title while any query is waiting', async () => {
    const view = await page(ready('ten'), waiting)
    expect(view.all('[aria-busy="true"]')).toHaveLength(1)
    expect(view.all('h1')).toHaveLength(1)
    expect(view.text()).not.toContain('content')
  })

  it('says what could not be loaded, and asks for it again', async () => {
    const refetch = vi.fn<() => void>()
    const view = await page(ready('ten'), failed('network', refetch))
    expect(view.text()).toContain('We couldn’t load your swaps')
    view.press('Try again')
    expect(refetch).toHaveBeenCalledOnce()
    expect(view.all('button').map((button) => button.textContent)).toEqual([
      '',
      'Records',
      'Copy reference r-1',
      'Try again',
      'Customer service',
    ])
  })

  it('copies the reference of a failure for customer service', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const view = await draw(
      <>
        <FailedState error={failure('not-found')} onRetry={() => undefined} />
        <Toaster />
      </>,
    )
    view.press('Copy reference r-1')
    expect(writeText).toHaveBeenCalledExactlyOnceWith('r-1')
    await expect.poll(() => view.text()).toContain('Copied')
  })

  it('says that a thing does not exist where the server does not know it', async () => {
    const view = await page(failed('not-found'))
    expect(view.text()).toContain('No such swap')
    expect(view.text()).not.toContain('couldn’t load')
  })

  it('goes on showing what it has when a later reading fails', async () => {
    const view = await page({ ...failed('network'), data: 'ten' })
    expect(view.text()).toContain('content: ten')
  })

  it('draws a state inside its screen without a second bar', async () => {
    const view = await draw(
      <Page title="Limits">
        <PageScreen>
          <Loaded queries={{ query: failed('network') }}>{() => null}</Loaded>
        </PageScreen>
      </Page>,
    )
    expect(view.all('h1')).toHaveLength(1)
    expect(view.text()).toContain('We couldn’t load this')
  })

  it('lets its screen replace the title, and returns to the given page', async () => {
    const back = vi.fn<() => void>()
    const view = await draw(
      <Page title="Order" onBack={back}>
        <PageScreen title="Receipt">content</PageScreen>
      </Page>,
    )
    expect(view.all('h1').map((title) => title.textContent)).toEqual(['Receipt'])
    view.press('Back')
    expect(back).toHaveBeenCalledOnce()
  })
})

describe('a screen with a frame of its own', () => {
  const framed = (query: LoadedQuery) =>
    draw(
      <PageFrame value={(state) => <section aria-label="chart">{state}</section>}>
        <Loaded queries={{ query }} loading={<p>grey</p>}>
          {({ query: value }) => <p>{`content: ${String(value)}`}</p>}
        </Loaded>
      </PageFrame>,
    )

  it('draws its states in the frame, and the loading one at once', async () => {
    const loading = await framed(waiting)
    expect(loading.all('[aria-label="chart"]').map(({ textContent }) => textContent)).toEqual(['grey'])
    const broken = await framed(failed('network'))
    expect(broken.all('[aria-label="chart"]')).toHaveLength(1)
    expect(broken.text()).toContain('We couldn’t load this')
  })

  it('leaves the frame to its content', async () => {
    const view = await framed(ready('ten'))
    expect(view.all('[aria-label="chart"]')).toEqual([])
    expect(view.text()).toBe('content: ten')
  })

  it('has no frame inside a screen that is drawn', async () => {
    const view = await draw(
      <Page title="Limits">
        <PageScreen>
          <PageState>inside</PageState>
        </PageScreen>
      </Page>,
    )
    expect(view.all('h1')).toHaveLength(1)
  })
})

describe('content for verified customers', () => {
  const content = (kycState: 'none' | 'under-review' | 'rejected' | 'verified') =>
    draw(
      <Page title="Withdraw">
        <WhenVerified user={{ kycState }} purpose="You need a verified identity to withdraw.">
          <PageScreen>the form</PageScreen>
        </WhenVerified>
      </Page>,
    )

  it('is shown to them', async () => {
    expect((await content('verified')).text()).toContain('the form')
  })

  it.each([
    ['none', 'Verify your identity first', 'Verify identity'],
    ['rejected', 'Your identity isn’t verified', 'Verify identity'],
    ['under-review', 'Your identity is under review', 'See progress'],
  ] as const)('is replaced by the way to a verification: %s', async (state, title, action) => {
    const view = await content(state)
    view.says(title, 'You need a verified identity to withdraw.')
    expect(view.all('button').map((button) => button.textContent)).toContain(action)
    expect(view.text()).not.toContain('the form')
  })
})
