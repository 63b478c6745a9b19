// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { usePages } from '@candor/client/react'
import type { Page } from '@candor/client/react'
import type { CallResult } from '../../api/index.ts'
import { draw } from '../../testing/draw.tsx'
import { RecordList } from './index.ts'

const answered = (page: Page<string>): CallResult<Page<string>> => ({ ok: true, value: page, msg: '' })

/** A list over two pages, whose second one has no rows before it is asked for. */
function List({ end, items = ['a', 'b'], hasMore }: { end?: string; items?: readonly string[]; hasMore?: boolean }) {
  const pages = usePages({
    queryKey: ['letters', items.length, hasMore],
    read: async (cursor) =>
      answered(cursor === null ? { items, nextCursor: hasMore ? 'next' : null } : { items: ['c'], nextCursor: null }),
  })
  return (
    <RecordList
      pages={pages}
      failedTitle="We couldn’t load your letters"
      empty={<p>No letters</p>}
      row={(letter) => <p key={letter}>{`letter ${letter}`}</p>}
      {...(end === undefined ? {} : { end })}
    />
  )
}

describe('a list of records', () => {
  it('says when it is complete', async () => {
    const view = await draw(<List />)
    await expect.poll(() => view.text()).toBe('letter aletter bThat’s all.')
  })

  it('says instead what its screen wants said there', async () => {
    const view = await draw(<List end="The last 90 days." />)
    await expect.poll(() => view.text()).toBe('letter aletter bThe last 90 days.')
  })

  it('shows only the empty state without items', async () => {
    const view = await draw(<List items={[]} />)
    await expect.poll(() => view.text()).toBe('No letters')
  })

  it('loads the next page on request, and then says that it is complete', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe = () => undefined
        disconnect = () => undefined
      },
    )
    const view = await draw(<List hasMore />)
    await expect.poll(() => view.text()).toBe('letter aletter bShow more')
    view.press('Show more')
    await expect.poll(() => view.text()).toBe('letter aletter bletter cThat’s all.')
  })
})
